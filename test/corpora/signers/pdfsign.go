// Signs files with digitorus/pdfsign.
package main

import (
	"bufio"
	"crypto"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/digitorus/pdfsign/sign"
)

func octets(name string) []byte {
	text, err := os.ReadFile(filepath.Join(os.Args[2], name))
	if err != nil {
		panic(err)
	}
	block, _ := pem.Decode(text)
	return block.Bytes
}

func certificate(name string) *x509.Certificate {
	one, err := x509.ParseCertificate(octets(name))
	if err != nil {
		panic(err)
	}
	return one
}

func carryOut(operation, from, to string) (err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("%v", reason)
		}
	}()
	name := "rsa"
	if operation == "ec" || operation == "again" {
		name = "ec"
	}
	key, err := x509.ParsePKCS8PrivateKey(octets(name + ".key"))
	if err != nil {
		return err
	}
	signer := certificate(name + ".pem")
	data := sign.SignData{
		Signer:            key.(crypto.Signer),
		DigestAlgorithm:   crypto.SHA256,
		Certificate:       signer,
		CertificateChains: [][]*x509.Certificate{{signer, certificate("people.pem"), certificate("root.pem")}},
	}
	data.Signature.CertType = sign.ApprovalSignature
	data.Signature.Info = sign.SignDataSignatureInfo{Name: "Layla Salem", Location: "Riyadh", Reason: "I agree", Date: time.Now()}
	if strings.HasPrefix(operation, "certify") {
		data.Signature.CertType = sign.CertificationSignature
		data.Signature.DocMDPPerm = sign.DocMDPPerm(operation[len(operation)-1] - '0')
	}
	if operation == "visible" {
		data.Appearance = sign.Appearance{Visible: true, Page: 1, LowerLeftX: 72, LowerLeftY: 72, UpperRightX: 220, UpperRightY: 120}
	}
	if operation == "bt" {
		data.TSA.URL = os.Getenv("CORPUS_TSA")
	}
	return sign.SignFile(from, to, data)
}

func main() {
	table, err := os.Open(os.Args[1])
	if err != nil {
		panic(err)
	}
	for lines := bufio.NewScanner(table); lines.Scan(); {
		job := strings.Split(lines.Text(), "\t")
		if len(job) != 3 {
			continue
		}
		if err := carryOut(job[0], job[1], job[2]); err != nil {
			os.Remove(job[2])
			fmt.Printf("no\t%s\t%s: %s\n", job[2], job[0], strings.Join(strings.Fields(err.Error()), " "))
		}
	}
}
