// Files by gofpdf and its successors, which differ in the import alone.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	fpdf "corpus/package"
)

func produce(name string, more func(*fpdf.Fpdf)) {
	pdf := fpdf.New("P", "mm", "A4", "")
	pdf.SetTitle("A contract", true)
	pdf.AddPage()
	pdf.SetFont("Helvetica", "", 12)
	pdf.Cell(40, 10, "Layla owes Fahad 100 riyals.")
	more(pdf)
	if err := pdf.OutputFileAndClose(filepath.Join(os.Args[1], name+".pdf")); err != nil {
		fmt.Fprintln(os.Stderr, name, err)
	}
}

func main() {
	produce("text", func(pdf *fpdf.Fpdf) {})
	produce("uncompressed", func(pdf *fpdf.Fpdf) { pdf.SetCompression(false) })
	produce("image", func(pdf *fpdf.Fpdf) {
		pdf.ImageOptions(filepath.Join(os.Args[2], "picture.png"), 20, 40, 30, 0, false, fpdf.ImageOptions{ImageType: "PNG"}, 0, "")
	})
	produce("links", func(pdf *fpdf.Fpdf) {
		pdf.Bookmark("Top", 0, -1)
		pdf.LinkString(10, 10, 40, 10, "https://example.com/")
	})
	produce("layers", func(pdf *fpdf.Fpdf) {
		layer := pdf.AddLayer("Layer", true)
		pdf.BeginLayer(layer)
		pdf.Cell(40, 10, "in a layer")
		pdf.EndLayer()
	})
	produce("attachment", func(pdf *fpdf.Fpdf) {
		pdf.SetAttachments([]fpdf.Attachment{{Content: []byte("The terms"), Filename: "terms.txt"}})
	})
	produce("owner-rc4-40", func(pdf *fpdf.Fpdf) { pdf.SetProtection(fpdf.CnProtectPrint, "", "owner") })
	produce("pages", func(pdf *fpdf.Fpdf) {
		for i := 0; i < 30; i++ {
			pdf.AddPage()
		}
	})
}
