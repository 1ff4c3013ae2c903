// Signs one PDF with the client that oapi-codegen made: sign ADDRESS NATIONAL-ID IN OUT
package main

import (
	"context"
	"crypto/rand"
	"log"
	"net/http"
	"os"
	"time"
)

var everyCall = context.Background()

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

// The answer, or what the problem document says.
func told[T any](answer *T, body []byte) T {
	if answer == nil {
		log.Fatalf("refused: %s", body)
	}
	return *answer
}

// Asks until the answer is something else than "3", still waiting.
func settled[T any](ask func() (T, string)) (T, string) {
	for range 200 {
		if answer, status := ask(); status != "3" {
			return answer, status
		}
		time.Sleep(100 * time.Millisecond)
	}
	panic("still waiting")
}

func signIn(address, nationalID string, device DeviceId) string {
	anybody := must(NewClientWithResponses(address))
	first := must(anybody.InitiateNafathLoginWithResponse(everyCall,
		&InitiateNafathLoginParams{XDEVICEID: device}, InitiateNafathLoginBody{NationalID: nationalID}))
	started := told(first.JSON200, first.Body)
	login := VerifyNafathLoginBody{NationalID: nationalID, TransId: started.TransId, Random: started.Random}
	answer, status := settled(func() (VerifyNafathLoginAnswer, string) {
		asked := must(anybody.VerifyNafathLoginWithResponse(everyCall, &VerifyNafathLoginParams{XDEVICEID: device}, login))
		answer := told(asked.JSON200, asked.Body)
		return answer, string(answer.Status)
	})
	if status != "1" {
		log.Fatal(answer.ErrorMessage)
	}
	return *answer.Token
}

func main() {
	address, nationalID, source, target := os.Args[1], os.Args[2], os.Args[3], os.Args[4]
	device := DeviceId(rand.Text())
	token := signIn(address, nationalID, device)
	client := must(NewClientWithResponses(address, WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+token)
		return nil
	})))

	upload := must(client.UploadDocumentWithBodyWithResponse(everyCall,
		&UploadDocumentParams{Name: "contract.pdf", XDEVICEID: device}, "application/pdf", must(os.Open(source))))
	uploaded := told(upload.JSON200, upload.Body)

	place := &Placement{Page: 1, X: 72, Y: 72, Width: 200, Height: 64}
	documents := []DocumentToSign{{UniqueFileID: uploaded.UniqueFileID, Placement: place}}
	body := InitiateSigningBody{Documents: documents, AcceptTerms: true}
	ordered := must(client.InitiateSigningWithResponse(everyCall, &InitiateSigningParams{XDEVICEID: device}, body))
	signing := told(ordered.JSON200, ordered.Body)

	ended, status := settled(func() (SigningState, string) {
		asked := must(client.VerifySigningWithResponse(everyCall,
			&VerifySigningParams{XDEVICEID: device}, VerifySigningBody{TransactionID: signing.TransactionID}))
		state := told(asked.JSON200, asked.Body)
		return state, string(state.Status)
	})
	if status != "1" {
		log.Fatal(ended.ErrorMessage)
	}

	signed := must(client.DownloadDocumentWithResponse(everyCall, uploaded.UniqueFileID, Signed, &DownloadDocumentParams{XDEVICEID: device}))
	if signed.StatusCode() != http.StatusOK {
		log.Fatalf("refused: %s", signed.Body)
	}
	if err := os.WriteFile(target, signed.Body, 0o644); err != nil {
		log.Fatal(err)
	}
}
