import com.itextpdf.text.Chunk;
import com.itextpdf.text.Document;
import com.itextpdf.text.Image;
import com.itextpdf.text.PageSize;
import com.itextpdf.text.Paragraph;
import com.itextpdf.text.Rectangle;
import com.itextpdf.text.pdf.PdfCopy;
import com.itextpdf.text.pdf.PdfFormField;
import com.itextpdf.text.pdf.PdfReader;
import com.itextpdf.text.pdf.PdfStamper;
import com.itextpdf.text.pdf.PdfWriter;
import com.itextpdf.text.pdf.TextField;
import java.io.File;
import java.io.FileOutputStream;

/** Files by iText 5. */
public class IText5 {
  interface More {
    void add(Document document, PdfWriter writer) throws Exception;
  }

  static String out;
  static String materials;

  public static void main(String[] args) throws Exception {
    out = args[0];
    materials = args[1];
    make("text", (writer) -> {}, (document, writer) -> {});
    make("streams", IText5::compress, (document, writer) -> {});
    make("tagged", PdfWriter::setTagged, (document, writer) -> {});
    make("image", (writer) -> {}, (document, writer) -> document.add(Image.getInstance(materials + "/picture.png")));
    make("form", (writer) -> {}, (document, writer) -> form(writer));
    make("attachment", (writer) -> {}, (document, writer) -> writer.addFileAttachment("The terms", "terms".getBytes(), null, "terms.txt"));
    make("links", (writer) -> {}, (document, writer) -> document.add(new Chunk("terms").setAnchor("https://example.com/")));
    int[] ciphers = {PdfWriter.STANDARD_ENCRYPTION_40, PdfWriter.STANDARD_ENCRYPTION_128, PdfWriter.ENCRYPTION_AES_128, PdfWriter.ENCRYPTION_AES_256};
    String[] names = {"rc4-40", "rc4-128", "aes-128", "aes-256"};
    for (int i = 0; i < 4; i++) {
      int cipher = ciphers[i];
      make("owner-" + names[i], (writer) -> encrypt(writer, cipher), (document, writer) -> {});
    }
    make("owner-plain-metadata-aes-128", (writer) -> encrypt(writer, PdfWriter.ENCRYPTION_AES_128 | PdfWriter.DO_NOT_ENCRYPT_METADATA), (document, writer) -> {});
    for (String name : new String[] {"libreoffice", "handmade-form", "qpdf-object-streams"}) update(name);
    copy();
  }

  static void compress(PdfWriter writer) {
    try {
      writer.setFullCompression();
    } catch (Exception reason) {
      throw new IllegalStateException(reason);
    }
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

  static void copy() throws Exception {
    Document document = new Document();
    try (FileOutputStream file = new FileOutputStream(out + "/merged.pdf")) {
      PdfCopy copy = new PdfCopy(document, file);
      document.open();
      for (String name : new String[] {"libreoffice", "chromium"}) copy.addDocument(new PdfReader(materials + "/../../fixtures/pdf/" + name + ".pdf"));
      document.close();
    }
  }
}
