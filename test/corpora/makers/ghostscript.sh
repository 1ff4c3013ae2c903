#!/bin/sh
# Files by Ghostscript's pdfwrite.
set -u
out=$1
fixtures=$2/../../fixtures/pdf
write() { # NAME OPTIONS …
  name=$1
  shift
  gs -q -dNOPAUSE -dBATCH -dSAFER -sDEVICE=pdfwrite "-sOutputFile=$out/$name.pdf" "$@" || rm -f "$out/$name.pdf"
}
printf '%%!PS\n/Helvetica findfont 12 scalefont setfont 72 720 moveto (Layla owes Fahad 100 riyals.) show showpage\n' >"$out/source.ps"
for version in 1.3 1.4 1.5 1.6 1.7 2.0; do write "version-$version" "-dCompatibilityLevel=$version" "$out/source.ps"; done
write distilled -dPDFSETTINGS=/prepress "$fixtures/libreoffice.pdf"
write screen -dPDFSETTINGS=/screen "$fixtures/chromium.pdf"
write form "$fixtures/handmade-form.pdf"
write linearized -dFastWebView=true "$fixtures/libreoffice.pdf"
write uncompressed -dCompressPages=false "$out/source.ps"
write pdfa-2b -dPDFA=2 -sColorConversionStrategy=RGB -dPDFACompatibilityPolicy=1 "$fixtures/libreoffice.pdf"
write owner-rc4-40 -sOwnerPassword=owner -dEncryptionR=2 -dKeyLength=40 -dCompatibilityLevel=1.4 "$out/source.ps"
write owner-rc4-128 -sOwnerPassword=owner -dEncryptionR=3 -dKeyLength=128 -dCompatibilityLevel=1.4 "$out/source.ps"
rm "$out/source.ps"
