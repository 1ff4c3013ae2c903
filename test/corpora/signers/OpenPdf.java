import com.lowagie.text.Rectangle;
import com.lowagie.text.pdf.PdfAnnotation;
import com.lowagie.text.pdf.PdfFormField;
import com.lowagie.text.pdf.PdfName;
import com.lowagie.text.pdf.PdfReader;
import com.lowagie.text.pdf.PdfSignatureAppearance;
import com.lowagie.text.pdf.PdfStamper;
import java.io.FileOutputStream;
import java.security.Security;
import java.util.HashMap;
import java.util.Map;
import org.bouncycastle.jce.provider.BouncyCastleProvider;

/** Signs and changes files with OpenPDF, or with iText 2, from which it came. */
public class OpenPdf {
  public static void main(String[] args) throws Exception {
    Security.addProvider(new BouncyCastleProvider());
    Jobs.run(args, OpenPdf::carryOut);
  }

  static void carryOut(String operation, String from, String to) throws Exception {
    if (operation.matches("fill|annotate|metadata|prepare")) change(operation, from, to);
    else sign(operation, from, to);
  }

  static void sign(String operation, String from, String to) throws Exception {
    PdfReader reader = new PdfReader(from);
    try (FileOutputStream out = new FileOutputStream(to)) {
      PdfStamper stamper = PdfStamper.createSignature(reader, out, '\0', null, true);
      PdfSignatureAppearance appearance = stamper.getSignatureAppearance();
      // The three forms of old: adbe.x509.rsa_sha1, adbe.pkcs7.sha1 and adbe.pkcs7.detached. They know no key but RSA's.
      PdfName filter = switch (operation) {
        case "x509" -> PdfSignatureAppearance.SELF_SIGNED;
        case "sha1" -> PdfSignatureAppearance.WINCER_SIGNED;
        default -> PdfSignatureAppearance.VERISIGN_SIGNED;
      };
      appearance.setCrypto(Jobs.key("rsa"), Jobs.chain("rsa"), null, filter);
      appearance.setReason("I agree");
      int permission = Jobs.certification(operation);
      appearance.setCertificationLevel(permission == 0 ? PdfSignatureAppearance.NOT_CERTIFIED : permission);
      if (operation.equals("visible")) appearance.setVisibleSignature(new Rectangle(72, 72, 220, 120), 1, "Signed");
      if (operation.equals("field")) appearance.setVisibleSignature(prepared(reader));
      stamper.close();
    }
  }

  static String prepared(PdfReader reader) {
    return String.valueOf(reader.getAcroFields().getBlankSignatureNames().get(0));
  }

  /** Where somebody else is to sign. */
  static PdfFormField waiting(PdfStamper stamper) {
    PdfFormField field = PdfFormField.createSignature(stamper.getWriter());
    field.setFieldName("Next");
    field.setWidget(new Rectangle(320, 60, 440, 100), PdfAnnotation.HIGHLIGHT_INVERT);
    field.setFlags(PdfAnnotation.FLAGS_PRINT);
    return field;
  }

  static void change(String operation, String from, String to) throws Exception {
    PdfReader reader = new PdfReader(from);
    try (FileOutputStream out = new FileOutputStream(to)) {
      PdfStamper stamper = new PdfStamper(reader, out, '\0', true);
      if (operation.equals("fill"))
        for (Object name : stamper.getAcroFields().getFields().keySet())
          if (stamper.getAcroFields().getFieldType(String.valueOf(name)) == 4) stamper.getAcroFields().setField(String.valueOf(name), "200");
      if (operation.equals("annotate"))
        stamper.addAnnotation(PdfAnnotation.createText(stamper.getWriter(), new Rectangle(300, 700, 320, 720), "Note", "A note", false, "Note"), 1);
      if (operation.equals("prepare")) stamper.addAnnotation(waiting(stamper), 1);
      if (operation.equals("metadata")) describe(stamper, new HashMap<>(Map.of("Title", "Another title")));
      stamper.close();
    }
  }

  /** The method has another name in iText 2. */
  static void describe(PdfStamper stamper, HashMap<String, String> described) throws Exception {
    for (var method : PdfStamper.class.getMethods())
      if (method.getName().matches("setInfoDictionary|setMoreInfo")) {
        method.invoke(stamper, described);
        return;
      }
    throw new IllegalStateException("no way to the document information");
  }
}
