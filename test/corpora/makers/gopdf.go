// Files by gopdf.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/signintech/gopdf"
)

func produce(name string, config gopdf.Config, more func(*gopdf.GoPdf)) {
	pdf := gopdf.GoPdf{}
	pdf.Start(config)
	pdf.AddPage()
	pdf.Line(50, 50, 200, 50)
	more(&pdf)
	if err := pdf.WritePdf(filepath.Join(os.Args[1], name+".pdf")); err != nil {
		fmt.Fprintln(os.Stderr, name, err)
	}
}

func main() {
	plain := gopdf.Config{PageSize: *gopdf.PageSizeA4}
	produce("drawing", plain, func(pdf *gopdf.GoPdf) {})
	produce("uncompressed", plain, func(pdf *gopdf.GoPdf) { pdf.SetNoCompression() })
	produce("image", plain, func(pdf *gopdf.GoPdf) { pdf.Image(filepath.Join(os.Args[2], "picture.png"), 72, 100, nil) })
	produce("links", plain, func(pdf *gopdf.GoPdf) { pdf.AddExternalLink("https://example.com/", 50, 50, 100, 20) })
	protected := plain
	protected.Protection = gopdf.PDFProtectionConfig{UseProtection: true, Permissions: gopdf.PermissionsPrint, OwnerPass: []byte("owner"), UserPass: []byte("")}
	produce("owner-rc4-40", protected, func(pdf *gopdf.GoPdf) {})
}
