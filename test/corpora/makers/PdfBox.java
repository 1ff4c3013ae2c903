import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.util.Map;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDDocumentNameDictionary;
import org.apache.pdfbox.pdmodel.PDEmbeddedFilesNameTreeNode;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.PDResources;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.common.filespecification.PDComplexFileSpecification;
import org.apache.pdfbox.pdmodel.common.filespecification.PDEmbeddedFile;
import org.apache.pdfbox.pdmodel.encryption.AccessPermission;
import org.apache.pdfbox.pdmodel.encryption.StandardProtectionPolicy;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDFontFactory;
import org.apache.pdfbox.pdmodel.graphics.image.PDImageXObject;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotationWidget;
import org.apache.pdfbox.pdmodel.interactive.form.PDAcroForm;
import org.apache.pdfbox.pdmodel.interactive.form.PDSignatureField;
import org.apache.pdfbox.pdmodel.interactive.form.PDTextField;

/** Files by PDFBox 2 and 3. */
public class PdfBox {
  interface More {
    void add(PDDocument document, PDPage page) throws Exception;
  }

  static String out;
  static String materials;

  public static void main(String[] args) throws Exception {
    out = args[0];
    materials = args[1];
    make("text", (document, page) -> {});
    make("image", PdfBox::image);
    make("form", (document, page) -> form(document, page));
    make("attachment", (document, page) -> attach(document));
    make("rotated", (document, page) -> page.setRotation(270));
    make("boxes", (document, page) -> page.setCropBox(new PDRectangle(20, 20, 400, 600)));
    int[] lengths = {40, 128, 128, 256};
    String[] names = {"rc4-40", "rc4-128", "aes-128", "aes-256"};
    for (int i = 0; i < 4; i++) {
      StandardProtectionPolicy policy = new StandardProtectionPolicy("owner", "", AccessPermission.getOwnerAccessPermission());
      policy.setEncryptionKeyLength(lengths[i]);
      policy.setPreferAES(i >= 2);
      make("owner-" + names[i], (document, page) -> document.protect(policy));
    }
    for (String name : new String[] {"libreoffice", "handmade-form", "qpdf-object-streams", "chromium"}) again(name);
  }

  static void make(String name, More more) {
    String path = out + "/" + name + ".pdf";
    try (PDDocument document = new PDDocument()) {
      PDPage page = new PDPage(PDRectangle.A4);
      document.addPage(page);
      try (PDPageContentStream content = new PDPageContentStream(document, page)) {
        content.beginText();
        content.setFont(font(), 12);
        content.newLineAtOffset(72, 720);
        content.showText("Layla owes Fahad 100 riyals.");
        content.endText();
      }
      more.add(document, page);
      document.save(path);
    } catch (Exception reason) {
      System.err.println(name + ": " + reason);
      new File(path).delete();
    }
  }

  /** The two versions name the standard fonts differently: read one from its dictionary. */
  static PDFont font() throws Exception {
    COSDictionary dictionary = new COSDictionary();
    dictionary.setItem(COSName.TYPE, COSName.FONT);
    dictionary.setItem(COSName.SUBTYPE, COSName.TYPE1);
    dictionary.setName(COSName.BASE_FONT, "Helvetica");
    dictionary.setName(COSName.ENCODING, "WinAnsiEncoding");
    return PDFontFactory.createFont(dictionary);
  }

  static void image(PDDocument document, PDPage page) throws Exception {
    PDImageXObject picture = PDImageXObject.createFromFile(materials + "/picture.png", document);
    try (PDPageContentStream content = new PDPageContentStream(document, page, PDPageContentStream.AppendMode.APPEND, true)) {
      content.drawImage(picture, 72, 500, 96, 96);
    }
  }

  static void form(PDDocument document, PDPage page) throws Exception {
    PDAcroForm form = new PDAcroForm(document);
    document.getDocumentCatalog().setAcroForm(form);
    PDResources resources = new PDResources();
    resources.put(COSName.getPDFName("Helv"), font());
    form.setDefaultResources(resources);
    form.setDefaultAppearance("/Helv 0 Tf 0 g");
    PDTextField amount = new PDTextField(form);
    amount.setPartialName("amount");
    form.getFields().add(amount);
    widget(amount.getWidgets().get(0), page, 600);
    amount.setValue("100");
    PDSignatureField approval = new PDSignatureField(form);
    approval.setPartialName("approval");
    form.getFields().add(approval);
    widget(approval.getWidgets().get(0), page, 500);
  }

  static void widget(PDAnnotationWidget widget, PDPage page, float y) throws Exception {
    widget.setRectangle(new PDRectangle(72, y, 200, 30));
    widget.setPage(page);
    widget.setPrinted(true);
    page.getAnnotations().add(widget);
  }

  static void attach(PDDocument document) throws Exception {
    PDComplexFileSpecification file = new PDComplexFileSpecification();
    file.setFile("terms.txt");
    file.setEmbeddedFile(new PDEmbeddedFile(document, new ByteArrayInputStream("The terms".getBytes())));
    PDEmbeddedFilesNameTreeNode tree = new PDEmbeddedFilesNameTreeNode();
    tree.setNames(Map.of("terms.txt", file));
    PDDocumentNameDictionary names = new PDDocumentNameDictionary(document.getDocumentCatalog());
    names.setEmbeddedFiles(tree);
    document.getDocumentCatalog().setNames(names);
  }

  static PDDocument load(File file) throws Exception {
    try {
      return (PDDocument) Class.forName("org.apache.pdfbox.Loader").getMethod("loadPDF", File.class).invoke(null, file);
    } catch (ClassNotFoundException two) {
      return (PDDocument) PDDocument.class.getMethod("load", File.class).invoke(null, file);
    }
  }

  static void again(String name) throws Exception {
    File source = new File(materials + "/../../fixtures/pdf/" + name + ".pdf");
    try (PDDocument document = load(source)) {
      document.save(out + "/saved-" + name + ".pdf");
    }
    try (PDDocument document = load(source); FileOutputStream file = new FileOutputStream(out + "/update-" + name + ".pdf")) {
      document.getDocumentInformation().setTitle("Another title");
      document.getDocumentInformation().getCOSObject().setNeedToBeUpdated(true);
      document.saveIncremental(file);
    }
  }
}
