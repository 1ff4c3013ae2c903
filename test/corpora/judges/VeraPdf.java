import java.io.FileInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

  /** Each claim that the file makes, and whether it holds. */
  static String judged(VeraPDFFoundry foundry, String path) throws Exception {
    TreeSet<String> verdicts = new TreeSet<>();
    for (PDFAFlavour flavour : claims(foundry, path))
      try (FileInputStream in = new FileInputStream(path);
          PDFAParser parser = foundry.createParser(in, flavour);
          PDFAValidator validator = foundry.createValidator(flavour, false)) {
        ValidationResult result = validator.validate(parser);
        TreeSet<String> rules = new TreeSet<>();
        result.getTestAssertions().forEach((one) -> rules.add(one.getRuleId().getClause() + "-" + one.getRuleId().getTestNumber()));
        String name = flavour.getId().startsWith("ua") ? "PDF/UA-" + flavour.getId().substring(2) : "PDF/A-" + flavour.getId();
        verdicts.add(name + (result.isCompliant() ? " kept" : " broken: " + String.join(", ", rules)));
      }
    return verdicts.isEmpty() ? "no claim" : String.join("; ", verdicts);
  }

  static List<PDFAFlavour> claims(VeraPDFFoundry foundry, String path) throws Exception {
    try (FileInputStream in = new FileInputStream(path); PDFAParser parser = foundry.createParser(in)) {
      return parser.getFlavours().stream().filter((flavour) -> flavour.getId().matches("[1-4].*|ua.*")).toList();
    }
  }
}
