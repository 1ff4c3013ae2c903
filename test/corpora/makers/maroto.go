// Files by Maroto.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/johnfercher/maroto/v2"
	"github.com/johnfercher/maroto/v2/pkg/components/text"
	"github.com/johnfercher/maroto/v2/pkg/config"
	"github.com/johnfercher/maroto/v2/pkg/consts/protection"
)

func main() {
	plain := config.NewBuilder()
	locked := config.NewBuilder().WithProtection(protection.Print, "", "owner")
	for name, builder := range map[string]config.Builder{"text": plain, "owner-rc4-40": locked} {
		pages := maroto.New(builder.Build())
		pages.AddRow(20, text.NewCol(12, "Layla owes Fahad 100 riyals."))
		document, err := pages.Generate()
		if err == nil {
			err = document.Save(filepath.Join(os.Args[1], name+".pdf"))
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, name, err)
		}
	}
}
