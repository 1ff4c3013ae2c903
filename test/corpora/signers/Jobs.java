import java.io.File;
import java.io.FileInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;

/** What every Java program here shares: the table of jobs, and the keys of the authority. */
final class Jobs {
  interface Work {
    void carryOut(String operation, String from, String to) throws Exception;
  }

  static final String TSA = System.getenv("CORPUS_TSA");
  static final char[] PASSWORD = System.getenv("CORPUS_PASSWORD").toCharArray();
  static String folder;

  /** Every job is tried; what fails leaves no file and says why. */
  static void run(String[] args, Work work) throws Exception {
    folder = args[1];
    for (String line : Files.readAllLines(Path.of(args[0]))) {
      String[] job = line.split("\t");
      try {
        work.carryOut(job[0], job[1], job[2]);
      } catch (Throwable reason) {
        new File(job[2]).delete();
        System.out.println("no\t" + job[2] + "\t" + job[0] + ": " + String.valueOf(reason).replaceAll("\\s+", " "));
      }
    }
  }

  static String keyFile(String operation) {
    return folder + "/" + (operation.equals("ec") || operation.equals("again") ? "ec" : "rsa") + ".p12";
  }

  static KeyStore store(String operation) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (FileInputStream in = new FileInputStream(keyFile(operation))) {
      store.load(in, PASSWORD);
    }
    return store;
  }

  static PrivateKey key(String operation) throws Exception {
    return (PrivateKey) store(operation).getKey("signer", PASSWORD);
  }

  static Certificate[] chain(String operation) throws Exception {
    return store(operation).getCertificateChain("signer");
  }

  static int certification(String operation) {
    return operation.startsWith("certify") ? operation.charAt(7) - '0' : 0;
  }
}
