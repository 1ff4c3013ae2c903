#!/bin/sh
# Files by wkhtmltopdf (Qt's printer).
export QT_QPA_PLATFORM=offscreen
wkhtmltopdf -q --enable-local-file-access "$2/page.html" "$1/text.pdf"
wkhtmltopdf -q --enable-local-file-access --no-pdf-compression "$2/page.html" "$1/uncompressed.pdf"
wkhtmltopdf -q --enable-local-file-access -O Landscape "$2/page.html" "$1/landscape.pdf"
exit 0
