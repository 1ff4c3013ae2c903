import java.io.File;
import java.io.FileOutputStream;
import org.xhtmlrenderer.pdf.ITextRenderer;
import org.xhtmlrenderer.pdf.PDFEncryption;

/** Files by Flying Saucer, which writes with OpenPDF. */
public class FlyingSaucer {
  public static void main(String[] args) throws Exception {
    make(args, "text", false);
    make(args, "owner-rc4-128", true);
  }

  static void make(String[] args, String name, boolean encrypted) throws Exception {
    try (FileOutputStream out = new FileOutputStream(args[0] + "/" + name + ".pdf")) {
      ITextRenderer renderer = new ITextRenderer();
      String text = java.nio.file.Files.readString(java.nio.file.Path.of(args[1], "page.html")).replace("<!doctype html>", "").replace("<meta charset=\"utf-8\"/>", "");
      renderer.setDocumentFromString(text, new File(args[1]).toURI().toString());
      if (encrypted) renderer.setPDFEncryption(new PDFEncryption("".getBytes(), "owner".getBytes()));
      renderer.layout();
      renderer.createPDF(out);
    }
  }
}
