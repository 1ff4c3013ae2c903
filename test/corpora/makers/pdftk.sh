#!/bin/sh
# Files by pdftk, the port to Java.
fixtures=$2/../../fixtures/pdf
pdftk "$fixtures/libreoffice.pdf" output "$1/saved.pdf"
pdftk "$fixtures/libreoffice.pdf" output "$1/uncompressed.pdf" uncompress
pdftk "$fixtures/libreoffice.pdf" "$fixtures/chromium.pdf" cat output "$1/merged.pdf"
pdftk "$fixtures/handmade-form.pdf" output "$1/form.pdf" need_appearances
pdftk "$fixtures/libreoffice.pdf" attach_files "$2/page.html" output "$1/attachment.pdf"
pdftk "$fixtures/libreoffice.pdf" output "$1/owner-rc4-40.pdf" encrypt_40bit owner_pw owner
pdftk "$fixtures/libreoffice.pdf" output "$1/owner-rc4-128.pdf" encrypt_128bit owner_pw owner
pdftk "$fixtures/libreoffice.pdf" output "$1/owner-aes-128.pdf" encrypt_aes128 owner_pw owner
pdftk "$fixtures/libreoffice.pdf" output "$1/owner-aes-256.pdf" encrypt_aes256 owner_pw owner
exit 0
