import java.io.FileOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.common.PDStream;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotationText;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotationWidget;
import org.apache.pdfbox.pdmodel.interactive.form.PDAcroForm;
import org.apache.pdfbox.pdmodel.interactive.form.PDField;
import org.apache.pdfbox.pdmodel.interactive.form.PDSignatureField;
import org.apache.pdfbox.pdmodel.interactive.form.PDTextField;

/** Changes a signed file by an incremental update: as people do, and as one does who deceives. */
final class PdfBoxChanges {
  static void change(String operation, String from, String to) throws Exception {
    try (PDDocument document = PdfBox.load(from); FileOutputStream out = new FileOutputStream(to)) {
      switch (operation) {
        case "fill" -> fill(document, false);
        case "close" -> fill(document, true);
        case "annotate" -> annotate(document, document.getPage(0));
        case "metadata" -> {
          document.getDocumentInformation().setTitle("Another title");
          document.getDocumentInformation().getCOSObject().setNeedToBeUpdated(true);
        }
        case "prepare" -> prepare(document, document.getPage(0));
        case "attack-text" -> replaceText(document, document.getPage(0));
        case "attack-page" -> addPage(document);
        case "attack-remove" -> removePage(document);
        case "attack-cover" -> cover(document, document.getPage(0));
        default -> throw new IllegalArgumentException(operation);
      }
      document.saveIncremental(out);
    }
  }

  static void fill(PDDocument document, boolean close) throws Exception {
    for (PDField field : document.getDocumentCatalog().getAcroForm().getFieldTree())
      if (field instanceof PDTextField) {
        field.setValue("200");
        if (close) field.setReadOnly(true);
        field.getCOSObject().setNeedToBeUpdated(true);
        field.getWidgets().forEach((widget) -> {
          widget.getCOSObject().setNeedToBeUpdated(true);
          widget.getAppearance().getCOSObject().setNeedToBeUpdated(true);
          widget.getAppearance().getNormalAppearance().getAppearanceStream().getCOSObject().setNeedToBeUpdated(true);
        });
      }
  }

  /** Where somebody else is to sign. */
  static void prepare(PDDocument document, PDPage page) throws Exception {
    PDAcroForm form = document.getDocumentCatalog().getAcroForm();
    PDSignatureField field = new PDSignatureField(form);
    field.setPartialName("Next");
    PDAnnotationWidget widget = field.getWidgets().get(0);
    widget.setRectangle(new PDRectangle(320, 60, 120, 40));
    widget.setPage(page);
    widget.setPrinted(true);
    add(page, widget.getCOSObject());
    List<PDField> fields = new ArrayList<>(form.getFields());
    fields.add(field);
    form.setFields(fields);
    form.getCOSObject().setNeedToBeUpdated(true);
    document.getDocumentCatalog().getCOSObject().setNeedToBeUpdated(true);
  }

  static void annotate(PDDocument document, PDPage page) throws Exception {
    PDAnnotationText note = new PDAnnotationText();
    note.setRectangle(new PDRectangle(300, 700, 20, 20));
    note.setContents("A note");
    add(page, note.getCOSObject());
  }

  static void add(PDPage page, COSDictionary annotation) {
    COSArray annotations = (COSArray) page.getCOSObject().getDictionaryObject(COSName.ANNOTS);
    if (annotations == null) {
      annotations = new COSArray();
      page.getCOSObject().setItem(COSName.ANNOTS, annotations);
    }
    annotations.add(annotation);
    annotation.setNeedToBeUpdated(true);
    annotations.setNeedToBeUpdated(true);
    page.getCOSObject().setNeedToBeUpdated(true);
  }

  static PDStream content(PDDocument document, String operators) throws Exception {
    PDStream stream = new PDStream(document, new java.io.ByteArrayInputStream(operators.getBytes(StandardCharsets.ISO_8859_1)));
    stream.getCOSObject().setNeedToBeUpdated(true);
    return stream;
  }

  static void replaceText(PDDocument document, PDPage page) throws Exception {
    page.setContents(content(document, "0.9 0.1 0.1 rg 100 500 300 200 re f"));
    page.getCOSObject().setNeedToBeUpdated(true);
  }

  static void addPage(PDDocument document) throws Exception {
    PDPage page = new PDPage(PDRectangle.A4);
    page.setContents(content(document, "0 0 1 rg 0 0 200 200 re f"));
    document.addPage(page);
    page.getCOSObject().setNeedToBeUpdated(true);
    tree(document).setNeedToBeUpdated(true);
  }

  static COSDictionary tree(PDDocument document) {
    return (COSDictionary) document.getDocumentCatalog().getCOSObject().getDictionaryObject(COSName.PAGES);
  }

  static void removePage(PDDocument document) throws Exception {
    if (document.getNumberOfPages() < 2) addPage(document);
    document.removePage(0);
    tree(document).setNeedToBeUpdated(true);
  }

  /** A white field over the text, as an annotation without a name. */
  static void cover(PDDocument document, PDPage page) throws Exception {
    COSDictionary form = content(document, "1 1 1 rg 0 0 500 300 re f").getCOSObject();
    form.setItem(COSName.TYPE, COSName.XOBJECT);
    form.setItem(COSName.SUBTYPE, COSName.FORM);
    form.setItem(COSName.BBOX, new PDRectangle(500, 300));
    COSDictionary appearance = new COSDictionary();
    appearance.setItem(COSName.N, form);
    COSDictionary stamp = new COSDictionary();
    stamp.setItem(COSName.TYPE, COSName.ANNOT);
    stamp.setItem(COSName.SUBTYPE, COSName.getPDFName("Stamp"));
    stamp.setItem(COSName.RECT, new PDRectangle(50, 500, 500, 300));
    stamp.setItem(COSName.AP, appearance);
    stamp.setInt(COSName.F, 4);
    add(page, stamp);
  }
}
