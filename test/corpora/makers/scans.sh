#!/bin/sh
# Scans as GraphicsMagick, libtiff, Tesseract and OCRmyPDF write them.
out=$1
picture=$2/picture.png
convert "$picture" -background white -flatten -resize 600x400 "$out/scan.png"
convert "$out/scan.png" -quality 80 "$out/scan.jpg"
convert "$out/scan.png" -compress LZW "$out/scan.tif"
gm convert "$out/scan.png" "$out/graphicsmagick.pdf"
tiff2pdf -o "$out/tiff2pdf.pdf" "$out/scan.tif"
tesseract "$out/scan.png" "$out/tesseract" pdf 2>/dev/null
ocrmypdf -q --image-dpi 72 --output-type pdf "$out/scan.jpg" "$out/ocrmypdf.pdf"
ocrmypdf -q --image-dpi 72 --output-type pdfa-2 "$out/scan.jpg" "$out/ocrmypdf-pdfa-2b.pdf"
rm "$out"/scan.*
