import eu.europa.esig.dss.diagnostic.DiagnosticData;
import eu.europa.esig.dss.diagnostic.SignatureWrapper;
import eu.europa.esig.dss.model.FileDocument;
import eu.europa.esig.dss.simplereport.SimpleReport;
import eu.europa.esig.dss.spi.DSSUtils;
import eu.europa.esig.dss.spi.validation.CommonCertificateVerifier;
import eu.europa.esig.dss.spi.x509.CommonCertificateSource;
import eu.europa.esig.dss.spi.x509.CommonTrustedCertificateSource;
import eu.europa.esig.dss.spi.x509.revocation.crl.ExternalResourcesCRLSource;
import eu.europa.esig.dss.validation.SignedDocumentValidator;
import eu.europa.esig.dss.validation.reports.Reports;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;

/** What EU DSS says of signed files, one line of JSON each; nothing is fetched, the authority's lists are given where they are there; as of now or of a time that is named. */
public class EuDss {
  public static void main(String[] args) throws Exception {
    CommonTrustedCertificateSource trusted = new CommonTrustedCertificateSource();
    trusted.addCertificate(DSSUtils.loadCertificate(new File(args[0], "root.der")));
    List<InputStream> lists = new ArrayList<>();
    for (String name : List.of("root.crl", "people.crl")) {
      File list = new File(args[0], name);
      if (list.exists()) lists.add(new ByteArrayInputStream(Files.readAllBytes(list.toPath())));
    }
    ExternalResourcesCRLSource given = new ExternalResourcesCRLSource(lists.toArray(new InputStream[0]));
    CommonCertificateSource issuers = new CommonCertificateSource();
    File people = new File(args[0], "people.der");
    if (people.exists()) issuers.addCertificate(DSSUtils.loadCertificate(people));
    Date at = args.length > 2 ? Date.from(Instant.parse(args[2])) : new Date();
    for (String path : Files.readAllLines(Path.of(args[1]))) {
      String said;
      try {
        said = judged(path, at, trusted, given, issuers);
      } catch (Throwable reason) {
        said = "\"verdict\":\"unreadable\",\"reason\":" + quoted(String.valueOf(reason));
      }
      System.out.println("{\"file\":" + quoted(path) + "," + said + "}");
    }
  }

  static String judged(String path, Date at, CommonTrustedCertificateSource trusted, ExternalResourcesCRLSource given, CommonCertificateSource issuers) throws Exception {
    CommonCertificateVerifier verifier = new CommonCertificateVerifier();
    verifier.setTrustedCertSources(trusted);
    verifier.setCrlSource(given);
    verifier.setAdjunctCertSources(issuers);
    SignedDocumentValidator validator = SignedDocumentValidator.fromDocument(new FileDocument(path));
    validator.setCertificateVerifier(verifier);
    validator.setValidationTime(at);
    Reports reports = validator.validateDocument();
    SimpleReport simple = reports.getSimpleReport();
    DiagnosticData data = reports.getDiagnosticData();
    String worst = simple.getSignatureIdList().isEmpty() ? "unsigned" : "TOTAL_PASSED";
    boolean changed = false;
    List<String> words = new ArrayList<>();
    for (String id : simple.getSignatureIdList()) {
      SignatureWrapper signature = data.getSignatureById(id);
      String indication = String.valueOf(simple.getIndication(id));
      List<?> changes = signature.getPDFRevision() == null ? List.of() : signature.getPDFRevision().getPdfUndefinedChanges();
      changed |= !changes.isEmpty();
      if (rank(indication) > rank(worst)) worst = indication;
      words.add("{\"field\":" + quoted(String.valueOf(signature.getSignatureFieldNames())) + ",\"indication\":" + quoted(indication) + ",\"reason\":"
        + quoted(String.valueOf(simple.getSubIndication(id))) + ",\"format\":" + quoted(String.valueOf(simple.getSignatureFormat(id))) + ",\"intact\":"
        + signature.isSignatureIntact() + ",\"changes\":" + changes.size() + "}");
    }
    return "\"verdict\":" + quoted(worst.replace('_', '-') + (changed ? " changed" : "")) + ",\"signatures\":[" + String.join(",", words) + "]";
  }

  static int rank(String indication) {
    return List.of("TOTAL_PASSED", "INDETERMINATE", "TOTAL_FAILED").indexOf(indication);
  }

  static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\s+", " ") + '"';
  }
}
