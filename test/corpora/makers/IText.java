import com.itextpdf.forms.PdfAcroForm;
import com.itextpdf.io.image.ImageDataFactory;
import com.itextpdf.kernel.geom.PageSize;
import com.itextpdf.kernel.geom.Rectangle;
import com.itextpdf.kernel.pdf.EncryptionConstants;
import com.itextpdf.kernel.pdf.PdfDocument;
import com.itextpdf.kernel.pdf.PdfReader;
import com.itextpdf.kernel.pdf.PdfVersion;
import com.itextpdf.kernel.pdf.PdfWriter;
import com.itextpdf.kernel.pdf.StampingProperties;
import com.itextpdf.kernel.pdf.WriterProperties;
import com.itextpdf.kernel.pdf.canvas.PdfCanvas;
import com.itextpdf.kernel.pdf.filespec.PdfFileSpec;
import com.itextpdf.layout.Document;
import com.itextpdf.layout.element.Image;
import com.itextpdf.layout.element.Paragraph;
import java.io.File;

/** Files by iText 7 to 9. */
public class IText {
  interface More {
    void add(PdfDocument pdf, Document document) throws Exception;
  }

  static String out;
  static String materials;

  public static void main(String[] args) throws Exception {
    out = args[0];
    materials = args[1];
    make("text", new WriterProperties(), (pdf, document) -> {});
    make("streams", new WriterProperties().setFullCompressionMode(true), (pdf, document) -> {});
    make("uncompressed", new WriterProperties().setCompressionLevel(0), (pdf, document) -> {});
    make("version-20", new WriterProperties().setPdfVersion(PdfVersion.PDF_2_0), (pdf, document) -> {});
    make("xmp", new WriterProperties().addXmpMetadata(), (pdf, document) -> {});
    make("tagged", new WriterProperties(), (pdf, document) -> document.add(new Paragraph("A paragraph")));
    make("image", new WriterProperties(), (pdf, document) -> document.add(new Image(ImageDataFactory.create(materials + "/picture.png"))));
    make("attachment", new WriterProperties(), (pdf, document) ->
      pdf.addFileAttachment("terms", PdfFileSpec.createEmbeddedFileSpec(pdf, "terms".getBytes(), "The terms", "terms.txt", null, null)));
    make("rotated", new WriterProperties(), (pdf, document) -> pdf.getFirstPage().setRotation(90));
    make("boxes", new WriterProperties(), (pdf, document) -> pdf.getFirstPage().setCropBox(new Rectangle(20, 20, 500, 700)).setTrimBox(new Rectangle(30, 30, 480, 680)));
    int[] ciphers = {EncryptionConstants.STANDARD_ENCRYPTION_40, EncryptionConstants.STANDARD_ENCRYPTION_128, EncryptionConstants.ENCRYPTION_AES_128, EncryptionConstants.ENCRYPTION_AES_256};
    String[] names = {"rc4-40", "rc4-128", "aes-128", "aes-256"};
    for (int i = 0; i < 4; i++)
      make("owner-" + names[i], new WriterProperties().setStandardEncryption("".getBytes(), "owner".getBytes(), EncryptionConstants.ALLOW_PRINTING, ciphers[i]), (pdf, document) -> {});
    // protected by a MAC as well (ISO/TS 32004), from iText 9 on
    make("owner-aes-256-version-20", new WriterProperties().setPdfVersion(PdfVersion.PDF_2_0)
      .setStandardEncryption("".getBytes(), "owner".getBytes(), EncryptionConstants.ALLOW_MODIFY_CONTENTS | EncryptionConstants.ALLOW_MODIFY_ANNOTATIONS, EncryptionConstants.ENCRYPTION_AES_256), (pdf, document) -> {});
    for (String name : new String[] {"libreoffice", "handmade-form", "qpdf-object-streams"}) {
      change("update-" + name, name, new StampingProperties().useAppendMode());
      change("saved-" + name, name, new StampingProperties());
    }
  }

  static void make(String name, WriterProperties properties, More more) {
    String path = out + "/" + name + ".pdf";
    try (PdfDocument pdf = new PdfDocument(new PdfWriter(path, properties)); Document document = new Document(pdf, PageSize.A4)) {
      if (name.equals("tagged")) pdf.setTagged();
      pdf.getDocumentInfo().setTitle("A contract");
      document.add(new Paragraph("Layla owes Fahad 100 riyals."));
      more.add(pdf, document);
    } catch (Exception reason) {
      System.err.println(name + ": " + reason);
      new File(path).delete();
    }
  }

  static void change(String name, String source, StampingProperties properties) throws Exception {
    String from = materials + "/../../fixtures/pdf/" + source + ".pdf";
    try (PdfDocument pdf = new PdfDocument(new PdfReader(from), new PdfWriter(out + "/" + name + ".pdf"), properties)) {
      new PdfCanvas(pdf.getFirstPage()).rectangle(10, 10, 20, 20).fill();
      PdfAcroForm form = PdfAcroForm.getAcroForm(pdf, false);
      if (form != null) form.setNeedAppearances(false);
    }
  }
}
