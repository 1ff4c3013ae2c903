import java.io.BufferedOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.StringReader;
import java.util.Map;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.sax.SAXResult;
import javax.xml.transform.stream.StreamSource;
import org.apache.fop.apps.FOUserAgent;
import org.apache.fop.apps.Fop;
import org.apache.fop.apps.FopFactory;
import org.apache.fop.apps.MimeConstants;

/** Files by Apache FOP. */
public class FopFiles {
  static final String SOURCE = """
    <fo:root xmlns:fo="http://www.w3.org/1999/XSL/Format"><fo:layout-master-set><fo:simple-page-master master-name="a" page-height="297mm" page-width="210mm">
    <fo:region-body margin="20mm"/></fo:simple-page-master></fo:layout-master-set><fo:page-sequence master-reference="a" xml:lang="en"><fo:flow flow-name="xsl-region-body">
    <fo:block>Layla owes Fahad 100 riyals. <fo:basic-link external-destination="url('https://example.com/')">Terms</fo:basic-link></fo:block>
    <fo:block break-before="page">The second page.</fo:block></fo:flow></fo:page-sequence></fo:root>""";

  public static void main(String[] args) throws Exception {
    make(args[0], "text", Map.of(), false);
    make(args[0], "tagged", Map.of(), true);
    make(args[0], "streams", Map.of("object-streams", "true", "version", "1.5"), false);
    make(args[0], "version-14", Map.of("version", "1.4"), false);
    for (String length : new String[] {"40", "128", "256"})
      make(args[0], "owner-" + (length.equals("256") ? "aes-" : "rc4-") + length,
        Map.of("owner-password", "owner", "user-password", "", "encryption-length", length), false);
  }

  static void make(String out, String name, Map<String, String> options, boolean tagged) {
    File file = new File(out, name + ".pdf");
    try (OutputStream stream = new BufferedOutputStream(new FileOutputStream(file))) {
      FopFactory factory = FopFactory.newInstance(new File(".").toURI());
      FOUserAgent agent = factory.newFOUserAgent();
      agent.setAccessibility(tagged);
      agent.getRendererOptions().putAll(options);
      Fop fop = factory.newFop(MimeConstants.MIME_PDF, agent, stream);
      TransformerFactory.newInstance().newTransformer().transform(new StreamSource(new StringReader(SOURCE)), new SAXResult(fop.getDefaultHandler()));
    } catch (Exception reason) {
      System.err.println(name + ": " + reason);
      file.delete();
    }
  }
}
