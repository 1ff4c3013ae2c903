import com.itextpdf.forms.PdfAcroForm;
import com.itextpdf.forms.fields.SignatureFormFieldBuilder;
import com.itextpdf.forms.form.element.SignatureFieldAppearance;
import com.itextpdf.kernel.geom.Rectangle;
import com.itextpdf.kernel.pdf.PdfDocument;
import com.itextpdf.kernel.pdf.PdfReader;
import com.itextpdf.kernel.pdf.PdfWriter;
import com.itextpdf.kernel.pdf.StampingProperties;
import com.itextpdf.signatures.AccessPermissions;
import com.itextpdf.signatures.BouncyCastleDigest;
import com.itextpdf.signatures.PdfPadesSigner;
import com.itextpdf.signatures.PdfSigner;
import com.itextpdf.signatures.PrivateKeySignature;
import com.itextpdf.signatures.SignatureUtil;
import com.itextpdf.signatures.SignerProperties;
import com.itextpdf.signatures.TSAClientBouncyCastle;
import java.io.FileOutputStream;
import java.security.Security;
import java.security.cert.Certificate;
import java.util.Arrays;
import org.bouncycastle.jce.provider.BouncyCastleProvider;

/** Signs files with iText 9. */
public class IText9 {
  public static void main(String[] args) throws Exception {
    Security.addProvider(new BouncyCastleProvider());
    Jobs.run(args, IText9::carryOut);
  }

  static void carryOut(String operation, String from, String to) throws Exception {
    if (operation.matches("fill|close|annotate|metadata")) ITextChanges.change(operation, from, to);
    else if (operation.equals("prepare")) prepare(from, to);
    else
      try (FileOutputStream out = new FileOutputStream(to)) {
        if (operation.equals("extend")) pades(from, out).prolongSignatures(new TSAClientBouncyCastle(Jobs.TSA));
        else if (operation.startsWith("b")) baseline(operation, pades(from, out));
        else sign(operation, from, out);
      }
  }

  /** Where somebody else is to sign. */
  static void prepare(String from, String to) throws Exception {
    try (PdfDocument document = new PdfDocument(new PdfReader(from), new PdfWriter(to), new StampingProperties().useAppendMode())) {
      Rectangle place = new Rectangle(320, 60, 120, 40);
      PdfAcroForm.getAcroForm(document, true).addField(new SignatureFormFieldBuilder(document, "Next").setWidgetRectangle(place).createSignature());
    }
  }

  static SignerProperties properties(String operation, String from) throws Exception {
    SignerProperties properties = new SignerProperties().setReason("I agree").setLocation("Riyadh");
    AccessPermissions[] levels = {AccessPermissions.UNSPECIFIED, AccessPermissions.NO_CHANGES_PERMITTED, AccessPermissions.FORM_FIELDS_MODIFICATION,
      AccessPermissions.ANNOTATION_MODIFICATION};
    properties.setCertificationLevel(levels[Jobs.certification(operation)]);
    if (operation.equals("visible"))
      properties.setPageNumber(1).setPageRect(new Rectangle(72, 72, 148, 48))
        .setSignatureAppearance(new SignatureFieldAppearance(SignerProperties.IGNORED_ID).setContent("Signed by Layla"));
    if (operation.equals("field"))
      try (PdfDocument document = new PdfDocument(new PdfReader(from))) {
        properties.setFieldName(new SignatureUtil(document).getBlankSignatureNames().get(0));
      }
    return properties;
  }

  static void sign(String operation, String from, FileOutputStream out) throws Exception {
    PdfSigner signer = new PdfSigner(new PdfReader(from), out, new StampingProperties().useAppendMode());
    signer.setSignerProperties(properties(operation, from));
    PrivateKeySignature key = new PrivateKeySignature(Jobs.key(operation), "SHA256", "BC");
    signer.signDetached(new BouncyCastleDigest(), key, Jobs.chain(operation), null, null, null, 0, PdfSigner.CryptoStandard.CMS);
  }

  static PdfPadesSigner pades(String from, FileOutputStream out) throws Exception {
    PdfPadesSigner signer = new PdfPadesSigner(new PdfReader(from), out);
    signer.setTrustedCertificates(Arrays.asList(Jobs.chain("rsa")));
    return signer.setStampingProperties(new StampingProperties().useAppendMode());
  }

  static void baseline(String operation, PdfPadesSigner signer) throws Exception {
    SignerProperties properties = properties(operation, null);
    Certificate[] chain = Jobs.chain(operation);
    PrivateKeySignature key = new PrivateKeySignature(Jobs.key(operation), "SHA256", "BC");
    TSAClientBouncyCastle tsa = new TSAClientBouncyCastle(Jobs.TSA);
    switch (operation) {
      case "bb" -> signer.signWithBaselineBProfile(properties, chain, key);
      case "bt" -> signer.signWithBaselineTProfile(properties, chain, key, tsa);
      case "blt" -> signer.signWithBaselineLTProfile(properties, chain, key, tsa);
      default -> signer.signWithBaselineLTAProfile(properties, chain, key, tsa);
    }
  }
}
