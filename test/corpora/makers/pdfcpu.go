// Files written again by pdfcpu.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/pdfcpu/pdfcpu/pkg/api"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
)

func told(name string, err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, name, err)
		os.Remove(filepath.Join(os.Args[1], name+".pdf"))
	}
}

func main() {
	model.ConfigPath = "disable"
	in := func(name string) string { return filepath.Join(os.Args[2], "../../fixtures/pdf", name+".pdf") }
	out := func(name string) string { return filepath.Join(os.Args[1], name+".pdf") }
	for _, name := range []string{"libreoffice", "chromium", "handmade-form"} {
		told("optimized-"+name, api.OptimizeFile(in(name), out("optimized-"+name), model.NewDefaultConfiguration()))
	}
	table := model.NewDefaultConfiguration()
	table.WriteXRefStream = false
	table.WriteObjectStream = false
	told("table", api.OptimizeFile(in("libreoffice"), out("table"), table))
	told("merged", api.MergeCreateFile([]string{in("libreoffice"), in("chromium")}, out("merged"), false, model.NewDefaultConfiguration()))
	told("rotated", api.RotateFile(in("libreoffice"), out("rotated"), 90, nil, model.NewDefaultConfiguration()))
	told("image", api.ImportImagesFile([]string{filepath.Join(os.Args[2], "picture.png")}, out("image"), nil, model.NewDefaultConfiguration()))
	told("attachment", api.AddAttachmentsFile(in("libreoffice"), out("attachment"), []string{filepath.Join(os.Args[2], "page.html")}, false, model.NewDefaultConfiguration()))
	told("owner-rc4-128", api.EncryptFile(in("libreoffice"), out("owner-rc4-128"), model.NewRC4Configuration("", "owner", 128)))
	told("owner-rc4-40", api.EncryptFile(in("libreoffice"), out("owner-rc4-40"), model.NewRC4Configuration("", "owner", 40)))
	told("owner-aes-128", api.EncryptFile(in("libreoffice"), out("owner-aes-128"), model.NewAESConfiguration("", "owner", 128)))
	told("owner-aes-256", api.EncryptFile(in("libreoffice"), out("owner-aes-256"), model.NewAESConfiguration("", "owner", 256)))
}
