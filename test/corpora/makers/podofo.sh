#!/bin/sh
# Files by PoDoFo's tools.
fixtures=$2/../../fixtures/pdf
podofotxt2pdf "$2/page.html" "$1/text.pdf"
podofoimg2pdf "$1/image.pdf" "$2/picture.png"
podofomerge "$fixtures/libreoffice.pdf" "$fixtures/chromium.pdf" "$1/merged.pdf"
podofocrop "$fixtures/libreoffice.pdf" "$1/boxes.pdf"
podofouncompress "$fixtures/libreoffice.pdf" "$1/uncompressed.pdf"
podofoencrypt --rc4v1 -u '' -o owner "$fixtures/libreoffice.pdf" "$1/owner-rc4-40.pdf"
podofoencrypt --rc4v2 -u '' -o owner "$fixtures/libreoffice.pdf" "$1/owner-rc4-128.pdf"
podofoencrypt --aesv2 -u '' -o owner "$fixtures/libreoffice.pdf" "$1/owner-aes-128.pdf"
exit 0
