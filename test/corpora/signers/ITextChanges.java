import com.itextpdf.forms.PdfAcroForm;
import com.itextpdf.forms.fields.PdfTextFormField;
import com.itextpdf.kernel.geom.Rectangle;
import com.itextpdf.kernel.pdf.PdfDocument;
import com.itextpdf.kernel.pdf.PdfReader;
import com.itextpdf.kernel.pdf.PdfString;
import com.itextpdf.kernel.pdf.PdfWriter;
import com.itextpdf.kernel.pdf.StampingProperties;
import com.itextpdf.kernel.pdf.annot.PdfTextAnnotation;

/** Changes a signed file by an incremental update, with iText 7 to 9. */
final class ITextChanges {
  static void change(String operation, String from, String to) throws Exception {
    try (PdfDocument document = new PdfDocument(new PdfReader(from), new PdfWriter(to), new StampingProperties().useAppendMode())) {
      PdfAcroForm form = forms(document);
      if (operation.equals("fill") || operation.equals("close"))
        for (String name : new java.util.ArrayList<>(fields(form).keySet()))
          if (fields(form).get(name) instanceof PdfTextFormField field) {
            field.setValue("200");
            if (operation.equals("close")) field.setReadOnly(true);
          }
      if (operation.equals("annotate"))
        document.getFirstPage().addAnnotation(new PdfTextAnnotation(new Rectangle(300, 700, 20, 20)).setContents(new PdfString("A note")));
      if (operation.equals("metadata")) document.getDocumentInfo().setTitle("Another title");
    }
  }

  /** `PdfFormCreator` came with version 8, where the older way began to be taken away. */
  static PdfAcroForm forms(PdfDocument document) throws Exception {
    return PdfAcroForm.getAcroForm(document, false);
  }

  static java.util.Map<String, ?> fields(PdfAcroForm form) throws Exception {
    for (String name : new String[] {"getAllFormFields", "getFormFields"})
      try {
        return (java.util.Map<String, ?>) PdfAcroForm.class.getMethod(name).invoke(form);
      } catch (NoSuchMethodException absent) {
        continue;
      }
    throw new IllegalStateException("no way to the fields");
  }
}
