#!/bin/sh
# Files by Inkscape.
printf '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><text x="10" y="40">Layla owes 100 riyals</text></svg>' >"$1/source.svg"
inkscape --export-filename="$1/drawing.pdf" "$1/source.svg"
inkscape --export-pdf-version=1.4 --export-text-to-path --export-filename="$1/version-14.pdf" "$1/source.svg"
rm "$1/source.svg"
