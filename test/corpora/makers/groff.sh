#!/bin/sh
# Files by groff's own PDF device.
printf '.pdfinfo /Title "A contract"\n.sp 2\nLayla owes Fahad 100 riyals.\n.bp\nThe second page.\n' | groff -Tpdf >"$1/text.pdf"
printf '.TL\nContract\n.PP\nLayla owes Fahad 100 riyals.\n.pdfhref W -D https://example.com/ -- terms\n' | groff -Tpdf -ms -mpdfmark >"$1/links.pdf"
