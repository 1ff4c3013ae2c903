#!/bin/sh
# Files by librsvg.
printf '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><text x="10" y="40">Layla owes 100 riyals</text></svg>' >"$1/source.svg"
for format in pdf pdf1.4 pdf1.5 pdf1.6 pdf1.7; do rsvg-convert -f "$format" -o "$1/drawing-$format.pdf" "$1/source.svg"; done
rm "$1/source.svg"
