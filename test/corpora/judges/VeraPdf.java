import java.io.FileInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.VeraPDFFoundry;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.ValidationResult;

/** What veraPDF says of files that claim to be PDF/A, one line of JSON each. */
public class VeraPdf {
  public static void main(String[] args) throws Exception {
    java.util.logging.LogManager.getLogManager().reset();
    VeraGreenfieldFoundryProvider.initialise();
    try (VeraPDFFoundry foundry = Foundries.defaultInstance()) {
      for (String path : Files.readAllLines(Path.of(args[1]))) {
        String verdict;
        try {
          verdict = judged(foundry, path);
        } catch (Throwable reason) {
          verdict = "unreadable: " + reason;
        }
        System.out.println("{\"file\":\"" + path + "\",\"verdict\":\"" + verdict.replaceAll("[\"\\\\\\s]+", " ") + "\"}");
      }
    }
  }

  static String judged(VeraPDFFoundry foundry, String path) throws Exception {
    try (FileInputStream in = new FileInputStream(path); PDFAParser parser = foundry.createParser(in)) {
      if (parser.getFlavours().isEmpty() || parser.getFlavour() == PDFAFlavour.NO_FLAVOUR) return "no claim";
      PDFAFlavour flavour = parser.getFlavour();
      try (PDFAValidator validator = foundry.createValidator(flavour, false)) {
        ValidationResult result = validator.validate(parser);
        TreeSet<String> rules = new TreeSet<>();
        result.getTestAssertions().forEach((one) -> rules.add(one.getRuleId().getClause() + "-" + one.getRuleId().getTestNumber()));
        return "PDF/A-" + flavour.getId() + (result.isCompliant() ? " kept" : " broken: " + String.join(", ", rules));
      }
    }
  }
}
