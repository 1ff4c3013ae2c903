#!/bin/sh
# Files by mutool.
set -u
out=$1
fixtures=$2/../../fixtures/pdf
for name in libreoffice chromium handmade-form qpdf-object-streams; do
  mutool clean -g "$fixtures/$name.pdf" "$out/cleaned-$name.pdf"
done
mutool clean -gggzd "$fixtures/libreoffice.pdf" "$out/deduplicated.pdf"
mutool clean -l "$fixtures/libreoffice.pdf" "$out/linearized.pdf"
mutool clean -a "$fixtures/chromium.pdf" "$out/ascii.pdf"
mutool merge -o "$out/merged.pdf" "$fixtures/libreoffice.pdf" "$fixtures/chromium.pdf"
printf '%%%%MediaBox 0 0 595 842\n%%%%Font F1 Helvetica\nBT /F1 12 Tf 72 720 Td (Layla owes Fahad 100 riyals.) Tj ET\n' >"$out/page.txt"
mutool create -o "$out/text.pdf" "$out/page.txt"
rm "$out/page.txt"
for cipher in rc4-40 rc4-128 aes-128 aes-256; do mutool clean -E "$cipher" -O owner -U '' "$fixtures/libreoffice.pdf" "$out/owner-$cipher.pdf"; done
exit 0
