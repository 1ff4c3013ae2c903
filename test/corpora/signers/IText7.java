import com.itextpdf.kernel.geom.Rectangle;
import com.itextpdf.kernel.pdf.PdfReader;
import com.itextpdf.kernel.pdf.StampingProperties;
import com.itextpdf.signatures.BouncyCastleDigest;
import com.itextpdf.signatures.CrlClientOnline;
import com.itextpdf.signatures.ICrlClient;
import com.itextpdf.signatures.LtvVerification;
import com.itextpdf.signatures.OcspClientBouncyCastle;
import com.itextpdf.signatures.PdfSigner;
import com.itextpdf.signatures.PrivateKeySignature;
import com.itextpdf.signatures.SignatureUtil;
import com.itextpdf.signatures.TSAClientBouncyCastle;
import com.itextpdf.kernel.pdf.PdfDocument;
import com.itextpdf.kernel.pdf.PdfWriter;
import java.io.File;
import java.io.FileOutputStream;
import java.security.Security;
import org.bouncycastle.jce.provider.BouncyCastleProvider;

/** Signs files with iText 7, and 8 where its interface is the same. */
public class IText7 {
  public static void main(String[] args) throws Exception {
    Security.addProvider(new BouncyCastleProvider());
    Jobs.run(args, IText7::carryOut);
  }

  static void carryOut(String operation, String from, String to) throws Exception {
    if (operation.matches("fill|close|annotate|metadata")) ITextChanges.change(operation, from, to);
    else if (operation.equals("blt")) {
      sign("bt", from, to + ".signed");
      extend(to + ".signed", to);
      new File(to + ".signed").delete();
    } else sign(operation, from, to);
  }

  static void sign(String operation, String from, String to) throws Exception {
    try (FileOutputStream out = new FileOutputStream(to)) {
      PdfSigner signer = new PdfSigner(new PdfReader(from), out, new StampingProperties().useAppendMode());
      signer.getSignatureAppearance().setReason("I agree").setLocation("Riyadh");
      signer.setCertificationLevel(Jobs.certification(operation));
      if (operation.equals("visible")) signer.getSignatureAppearance().setPageNumber(1).setPageRect(new Rectangle(72, 72, 148, 48));
      if (operation.equals("field")) signer.setFieldName(new SignatureUtil(signer.getDocument()).getBlankSignatureNames().get(0));
      TSAClientBouncyCastle tsa = operation.equals("bt") ? new TSAClientBouncyCastle(Jobs.TSA) : null;
      PdfSigner.CryptoStandard standard = operation.startsWith("b") ? PdfSigner.CryptoStandard.CADES : PdfSigner.CryptoStandard.CMS;
      PrivateKeySignature key = new PrivateKeySignature(Jobs.key(operation), "SHA256", "BC");
      signer.signDetached(new BouncyCastleDigest(), key, Jobs.chain(operation), null, null, tsa, 0, standard);
    }
  }

  static void extend(String from, String to) throws Exception {
    try (PdfDocument document = new PdfDocument(new PdfReader(from), new PdfWriter(to), new StampingProperties().useAppendMode())) {
      LtvVerification store = new LtvVerification(document);
      ICrlClient lists = new CrlClientOnline();
      for (String name : new SignatureUtil(document).getSignatureNames())
        store.addVerification(name, new OcspClientBouncyCastle(null), lists, LtvVerification.CertificateOption.WHOLE_CHAIN,
          LtvVerification.Level.OCSP_CRL, LtvVerification.CertificateInclusion.YES);
      store.merge();
    }
  }
}
