import java.io.File;
import java.util.HashMap;
import net.sf.jasperreports.engine.JREmptyDataSource;
import net.sf.jasperreports.engine.JasperCompileManager;
import net.sf.jasperreports.engine.JasperFillManager;
import net.sf.jasperreports.engine.JasperPrint;
import net.sf.jasperreports.engine.design.JRDesignBand;
import net.sf.jasperreports.engine.design.JRDesignSection;
import net.sf.jasperreports.engine.design.JRDesignStaticText;
import net.sf.jasperreports.engine.design.JasperDesign;
import net.sf.jasperreports.pdf.JRPdfExporter;
import net.sf.jasperreports.export.SimpleExporterInput;
import net.sf.jasperreports.export.SimpleOutputStreamExporterOutput;
import net.sf.jasperreports.pdf.SimplePdfExporterConfiguration;

/** Files by JasperReports, which writes with OpenPDF. */
public class Jasper {
  public static void main(String[] args) throws Exception {
    JasperDesign design = new JasperDesign();
    design.setName("contract");
    JRDesignStaticText text = new JRDesignStaticText();
    text.setText("Layla owes Fahad 100 riyals.");
    text.setWidth(400);
    text.setHeight(30);
    JRDesignBand band = new JRDesignBand();
    band.setHeight(40);
    band.addElement(text);
    ((JRDesignSection) design.getDetailSection()).addBand(band);
    JasperPrint print = JasperFillManager.fillReport(JasperCompileManager.compileReport(design), new HashMap<>(), new JREmptyDataSource(3));
    export(print, args[0], "text", new SimplePdfExporterConfiguration());
    SimplePdfExporterConfiguration compressed = new SimplePdfExporterConfiguration();
    compressed.setCompressed(true);
    export(print, args[0], "compressed", compressed);
    SimplePdfExporterConfiguration tagged = new SimplePdfExporterConfiguration();
    tagged.setTagged(true);
    export(print, args[0], "tagged", tagged);
    for (boolean strong : new boolean[] {false, true}) {
      SimplePdfExporterConfiguration encrypted = new SimplePdfExporterConfiguration();
      encrypted.setEncrypted(true);
      encrypted.set128BitKey(strong);
      encrypted.setOwnerPassword("owner");
      encrypted.setUserPassword("");
      export(print, args[0], strong ? "owner-rc4-128" : "owner-rc4-40", encrypted);
    }
  }

  static void export(JasperPrint print, String out, String name, SimplePdfExporterConfiguration configuration) throws Exception {
    JRPdfExporter exporter = new JRPdfExporter();
    exporter.setExporterInput(new SimpleExporterInput(print));
    exporter.setExporterOutput(new SimpleOutputStreamExporterOutput(new File(out, name + ".pdf")));
    exporter.setConfiguration(configuration);
    exporter.exportReport();
  }
}
