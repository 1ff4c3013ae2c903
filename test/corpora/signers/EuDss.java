import eu.europa.esig.dss.enumerations.CertificationPermission;
import eu.europa.esig.dss.enumerations.DigestAlgorithm;
import eu.europa.esig.dss.enumerations.SignatureLevel;
import eu.europa.esig.dss.model.DSSDocument;
import eu.europa.esig.dss.model.FileDocument;
import eu.europa.esig.dss.model.SignatureValue;
import eu.europa.esig.dss.model.ToBeSigned;
import eu.europa.esig.dss.pades.PAdESSignatureParameters;
import eu.europa.esig.dss.pades.SignatureFieldParameters;
import eu.europa.esig.dss.pades.SignatureImageParameters;
import eu.europa.esig.dss.pades.SignatureImageTextParameters;
import eu.europa.esig.dss.pades.signature.PAdESService;
import eu.europa.esig.dss.service.crl.OnlineCRLSource;
import eu.europa.esig.dss.service.http.commons.CommonsDataLoader;
import eu.europa.esig.dss.service.http.commons.TimestampDataLoader;
import eu.europa.esig.dss.service.ocsp.OnlineOCSPSource;
import eu.europa.esig.dss.service.tsp.OnlineTSPSource;
import eu.europa.esig.dss.spi.DSSUtils;
import eu.europa.esig.dss.spi.validation.CommonCertificateVerifier;
import eu.europa.esig.dss.spi.x509.CommonTrustedCertificateSource;
import eu.europa.esig.dss.token.DSSPrivateKeyEntry;
import eu.europa.esig.dss.token.Pkcs12SignatureToken;
import java.io.File;
import java.security.KeyStore;
import java.util.Arrays;

/** Signs files with EU DSS, and extends what stands there. */
public class EuDss {
  public static void main(String[] args) throws Exception {
    Jobs.run(args, EuDss::carryOut);
  }

  static PAdESService service() throws Exception {
    CommonTrustedCertificateSource trusted = new CommonTrustedCertificateSource();
    trusted.addCertificate(DSSUtils.loadCertificate(new File(Jobs.folder, "root.der")));
    CommonCertificateVerifier verifier = new CommonCertificateVerifier();
    verifier.setTrustedCertSources(trusted);
    verifier.setCrlSource(new OnlineCRLSource(new CommonsDataLoader()));
    verifier.setOcspSource(new OnlineOCSPSource());
    PAdESService service = new PAdESService(verifier);
    service.setTspSource(new OnlineTSPSource(Jobs.TSA, new TimestampDataLoader()));
    return service;
  }

  static SignatureLevel level(String operation) {
    return switch (operation) {
      case "bt" -> SignatureLevel.PAdES_BASELINE_T;
      case "blt", "dss" -> SignatureLevel.PAdES_BASELINE_LT;
      case "blta", "extend" -> SignatureLevel.PAdES_BASELINE_LTA;
      default -> SignatureLevel.PAdES_BASELINE_B;
    };
  }

  static void carryOut(String operation, String from, String to) throws Exception {
    DSSDocument document = new FileDocument(from);
    PAdESSignatureParameters parameters = new PAdESSignatureParameters();
    parameters.setSignatureLevel(level(operation));
    if (operation.matches("dss|extend")) {
      service().extendDocument(document, parameters).save(to);
      return;
    }
    if (operation.equals("prepare")) {
      service().addNewSignatureField(document, waiting()).save(to);
      return;
    }
    try (Pkcs12SignatureToken token = new Pkcs12SignatureToken(new File(Jobs.keyFile(operation)), new KeyStore.PasswordProtection(Jobs.PASSWORD))) {
      DSSPrivateKeyEntry key = token.getKeys().get(0);
      parameters.setDigestAlgorithm(DigestAlgorithm.SHA256);
      parameters.setSigningCertificate(key.getCertificate());
      parameters.setCertificateChain(Arrays.asList(key.getCertificateChain()));
      parameters.setReason("I agree");
      int permission = Jobs.certification(operation);
      if (permission > 0) parameters.setPermission(CertificationPermission.values()[permission - 1]);
      if (operation.equals("visible") || operation.equals("field")) parameters.setImageParameters(image(operation, document));
      PAdESService service = service();
      ToBeSigned bytes = service.getDataToSign(document, parameters);
      SignatureValue value = token.sign(bytes, DigestAlgorithm.SHA256, key);
      service.signDocument(document, parameters, value).save(to);
    }
  }

  /** Where somebody else is to sign. */
  static SignatureFieldParameters waiting() {
    SignatureFieldParameters field = new SignatureFieldParameters();
    field.setFieldId("Next");
    field.setOriginX(320);
    field.setOriginY(740);
    field.setWidth(120);
    field.setHeight(40);
    return field;
  }

  static SignatureImageParameters image(String operation, DSSDocument document) throws Exception {
    SignatureImageParameters image = new SignatureImageParameters();
    SignatureImageTextParameters text = new SignatureImageTextParameters();
    text.setText("Signed by Layla");
    image.setTextParameters(text);
    SignatureFieldParameters field = image.getFieldParameters();
    if (operation.equals("field")) field.setFieldId(service().getAvailableSignatureFields(document).get(0));
    else {
      field.setOriginX(72);
      field.setOriginY(600);
      field.setWidth(148);
      field.setHeight(48);
    }
    return image;
  }
}
