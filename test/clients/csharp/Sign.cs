using System;
using System.IO;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Threading.Tasks;
using Tawqi;

/// <summary>Signs one PDF with the client that NSwag made: Sign ADDRESS NATIONAL-ID IN OUT</summary>
static class Sign
{
    /// <summary>Asks until the answer is something else than "3", still waiting.</summary>
    static async Task<T> Settled<T>(Func<Task<T>> ask, Predicate<T> isWaiting)
    {
        for (var i = 0; i < 200; i++)
        {
            var answer = await ask();
            if (!isWaiting(answer)) return answer;
            await Task.Delay(100);
        }
        throw new TimeoutException("still waiting");
    }

    static async Task<string> SignIn(TawqiClient anybody, string nationalID, string device)
    {
        var started = await anybody.InitiateNafathLoginAsync(device, new InitiateNafathLoginBody { NationalID = nationalID });
        var login = new VerifyNafathLoginBody { NationalID = nationalID, TransId = started.TransId, Random = started.Random };
        var answer = await Settled(() => anybody.VerifyNafathLoginAsync(device, login), it => it.Status == VerifyNafathLoginAnswerStatus._3);
        if (answer.Status != VerifyNafathLoginAnswerStatus._1) throw new InvalidOperationException(answer.ErrorMessage);
        return answer.Token;
    }

    static async Task Run(string address, string nationalID, string source, string target)
    {
        var device = Guid.NewGuid().ToString();
        var connection = new HttpClient();
        var client = new TawqiClient(connection) { BaseUrl = address };
        var token = await SignIn(client, nationalID, device);
        connection.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", token);

        var uploaded = await client.UploadDocumentAsync("contract.pdf", device, File.OpenRead(source));
        var document = new DocumentToSign { UniqueFileID = uploaded.UniqueFileID };
        // NSwag's name for a placement that may be null.
        document.Placement = new Placement2 { Page = 1, X = 72, Y = 72, Width = 200, Height = 64 };
        var order = new InitiateSigningBody { Documents = { document }, AcceptTerms = true };
        var signing = await client.InitiateSigningAsync(device, order);

        var asked = new VerifySigningBody { TransactionID = signing.TransactionID };
        var ended = await Settled(() => client.VerifySigningAsync(device, asked), it => it.Status == SigningStateStatus._3);
        if (ended.Status != SigningStateStatus._1) throw new InvalidOperationException(ended.ErrorMessage);

        using (var signed = await client.DownloadDocumentAsync(uploaded.UniqueFileID, Edition.Signed, device))
        using (var output = File.Create(target))
            await signed.Stream.CopyToAsync(output);
    }

    static void Main(string[] args) => Run(args[0], args[1], args[2], args[3]).GetAwaiter().GetResult();
}
