import com.openhtmltopdf.pdfboxout.PdfRendererBuilder;
import java.io.File;
import java.io.FileOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files by openhtmltopdf, which writes with PDFBox. */
public class OpenHtmlToPdf {
  public static void main(String[] args) throws Exception {
    String page = Files.readString(Path.of(args[1], "page.html")).replace("<!doctype html>", "");
    make(args, "text", page);
    make(args, "form", "<html><head><title>Form</title></head><body><form><input type=\"text\" name=\"amount\" value=\"100\"/><input type=\"checkbox\" name=\"agreed\" checked=\"checked\"/></form></body></html>");
  }

  static void make(String[] args, String name, String page) throws Exception {
    try (FileOutputStream out = new FileOutputStream(args[0] + "/" + name + ".pdf")) {
      PdfRendererBuilder builder = new PdfRendererBuilder();
      builder.withHtmlContent(page, new File(args[1]).toURI().toString());
      builder.toStream(out);
      builder.run();
    }
  }
}
