import com.lowagie.text.Chunk;
import com.lowagie.text.Document;
import com.lowagie.text.Image;
import com.lowagie.text.PageSize;
import com.lowagie.text.Paragraph;
import com.lowagie.text.Rectangle;
import com.lowagie.text.pdf.PdfFormField;
import com.lowagie.text.pdf.PdfReader;
import com.lowagie.text.pdf.PdfStamper;
import com.lowagie.text.pdf.PdfWriter;
import com.lowagie.text.pdf.TextField;
import java.io.File;
import java.io.FileOutputStream;

/** Files by OpenPDF. */
public class OpenPdf {
  interface More {
    void add(Document document, PdfWriter writer) throws Exception;
  }

  static String out;
  static String materials;

  public static void main(String[] args) throws Exception {
    out = args[0];
    materials = args[1];
    make("text", (writer) -> {}, (document, writer) -> {});
    make("streams", PdfWriter::setFullCompression, (document, writer) -> {});
    make("tagged", PdfWriter::setTagged, (document, writer) -> {});
    make("image", (writer) -> {}, (document, writer) -> document.add(Image.getInstance(materials + "/picture.png")));
    make("form", (writer) -> {}, (document, writer) -> form(writer));
    make("links", (writer) -> {}, (document, writer) -> document.add(new Chunk("terms").setAnchor("https://example.com/")));
    int[] ciphers = {PdfWriter.STANDARD_ENCRYPTION_40, PdfWriter.STANDARD_ENCRYPTION_128, PdfWriter.ENCRYPTION_AES_128};
    String[] names = {"rc4-40", "rc4-128", "aes-128"};
    for (int i = 0; i < 3; i++) {
      int cipher = ciphers[i];
      make("owner-" + names[i], (writer) -> encrypt(writer, cipher), (document, writer) -> {});
    }
    make("owner-plain-metadata-aes-128", (writer) -> encrypt(writer, PdfWriter.ENCRYPTION_AES_128 | PdfWriter.DO_NOT_ENCRYPT_METADATA), (document, writer) -> {});
    for (String name : new String[] {"libreoffice", "handmade-form", "qpdf-object-streams"}) update(name);
  }

  static void encrypt(PdfWriter writer, int cipher) {
    try {
      writer.setEncryption("".getBytes(), "owner".getBytes(), PdfWriter.ALLOW_PRINTING, cipher);
    } catch (Exception reason) {
      throw new IllegalStateException(reason);
    }
  }

  static void make(String name, java.util.function.Consumer<PdfWriter> before, More more) {
    try (FileOutputStream file = new FileOutputStream(out + "/" + name + ".pdf")) {
      Document document = new Document(PageSize.A4);
      PdfWriter writer = PdfWriter.getInstance(document, file);
      before.accept(writer);
      document.open();
      document.addTitle("A contract");
      document.add(new Paragraph("Layla owes Fahad 100 riyals."));
      more.add(document, writer);
      document.newPage();
      document.add(new Paragraph("The second page."));
      document.close();
    } catch (Exception reason) {
      System.err.println(name + ": " + reason);
      new File(out + "/" + name + ".pdf").delete();
    }
  }

  static void form(PdfWriter writer) throws Exception {
    TextField amount = new TextField(writer, new Rectangle(72, 600, 272, 620), "amount");
    amount.setText("100");
    writer.addAnnotation(amount.getTextField());
    PdfFormField signature = PdfFormField.createSignature(writer);
    signature.setWidget(new Rectangle(72, 500, 272, 550), null);
    signature.setFieldName("approval");
    signature.setFlags(4);
    signature.setPage();
    writer.addAnnotation(signature);
  }

  static void update(String name) throws Exception {
    PdfReader reader = new PdfReader(materials + "/../../fixtures/pdf/" + name + ".pdf");
    try (FileOutputStream file = new FileOutputStream(out + "/update-" + name + ".pdf")) {
      PdfStamper stamper = new PdfStamper(reader, file, '\0', true);
      stamper.getOverContent(1).rectangle(10, 10, 20, 20);
      stamper.getOverContent(1).fill();
      stamper.close();
    }
  }
}
