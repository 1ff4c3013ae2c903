import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import tawqi.ApiClient;
import tawqi.api.SessionsApi;
import tawqi.api.SigningApi;
import tawqi.api.TransactionsApi;
import tawqi.model.*;

/** Signs one PDF with the client that OpenAPI Generator made: Sign ADDRESS NATIONAL-ID IN OUT */
public class Sign {
  /** Asks until the answer is something else than "3", still waiting. */
  static <T> T settled(Callable<T> ask, Predicate<T> isWaiting) throws Exception {
    for (int i = 0; i < 200; i++) {
      T answer = ask.call();
      if (!isWaiting.test(answer)) return answer;
      Thread.sleep(100);
    }
    throw new IllegalStateException("still waiting");
  }

  static String signIn(ApiClient anybody, String nationalID, String device) throws Exception {
    var sessions = new SessionsApi(anybody);
    var started = sessions.initiateNafathLogin(device, new InitiateNafathLoginBody().nationalID(nationalID), null, null);
    var login = new VerifyNafathLoginBody().nationalID(nationalID).transId(started.getTransId()).random(started.getRandom());
    var answer =
        settled(() -> sessions.verifyNafathLogin(device, login, null, null), it -> it.getStatus() == VerifyNafathLoginAnswer.StatusEnum._3);
    if (answer.getStatus() != VerifyNafathLoginAnswer.StatusEnum._1) throw new IllegalStateException(answer.getErrorMessage());
    return answer.getToken();
  }

  public static void main(String[] args) throws Exception {
    String address = args[0], nationalID = args[1], source = args[2], target = args[3];
    String device = UUID.randomUUID().toString();
    var client = new ApiClient().setBasePath(address);
    client.setBearerToken(signIn(client, nationalID, device));

    var signings = new SigningApi(client);
    var uploaded = signings.uploadDocument("contract.pdf", device, new File(source), null, null, null);
    var place = new Placement().page(1).x(72.0).y(72.0).width(200.0).height(64.0);
    var document = new DocumentToSign().uniqueFileID(uploaded.getUniqueFileID()).placement(place);
    var order = new InitiateSigningBody().documents(List.of(document)).acceptTerms(true);
    var signing = signings.initiateSigning(device, order, null, null, null, null);

    var asked = new VerifySigningBody().transactionID(signing.getTransactionID());
    var ended =
        settled(() -> signings.verifySigning(device, asked, null, null, null), it -> it.getStatus() == SigningState.StatusEnum._3);
    if (ended.getStatus() != SigningState.StatusEnum._1) throw new IllegalStateException(ended.getErrorMessage());

    var signed = new TransactionsApi(client).downloadDocument(uploaded.getUniqueFileID(), "signed", device, null, null);
    Files.copy(signed.toPath(), Path.of(target));
  }
}
