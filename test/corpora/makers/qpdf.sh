#!/bin/sh
# Files by qpdf.
set -u
out=$1
fixtures=$2/../../fixtures/pdf
from=$fixtures/libreoffice.pdf
qpdf --object-streams=disable "$from" "$out/table.pdf"
qpdf --object-streams=generate "$from" "$out/streams.pdf"
qpdf --linearize "$from" "$out/linearized.pdf"
qpdf --qdf "$from" "$out/qdf.pdf"
qpdf --min-version=2.0 "$from" "$out/version-20.pdf"
qpdf --newline-before-endstream --stream-data=uncompress "$from" "$out/uncompressed.pdf"
qpdf --rotate=+90 "$from" "$out/rotated.pdf"
qpdf --empty --pages "$from" "$fixtures/chromium.pdf" -- "$out/merged.pdf"
qpdf "$from" --add-attachment "$2/page.html" -- "$out/attachment.pdf"
qpdf --flatten-annotations=all "$fixtures/handmade-form.pdf" "$out/flattened.pdf"
qpdf --generate-appearances "$fixtures/handmade-form.pdf" "$out/form.pdf"
qpdf --allow-weak-crypto --encrypt '' owner 40 -- "$from" "$out/owner-rc4-40.pdf"
qpdf --allow-weak-crypto --encrypt '' owner 128 --use-aes=n -- "$from" "$out/owner-rc4-128.pdf"
qpdf --encrypt '' owner 128 --use-aes=y -- "$from" "$out/owner-aes-128.pdf"
qpdf --encrypt '' owner 256 -- "$from" "$out/owner-aes-256.pdf"
qpdf --encrypt '' owner 256 -- --object-streams=generate "$from" "$out/owner-aes-256-streams.pdf"
qpdf --encrypt '' owner 256 --cleartext-metadata -- "$fixtures/libreoffice-pdfa-2b.pdf" "$out/owner-aes-256-plain-metadata.pdf"
qpdf --encrypt user owner 256 -- "$from" "$out/user-aes-256.pdf"
exit 0
