#!/bin/sh
# Files by rst2pdf.
printf 'Contract\n========\n\nLayla owes Fahad 100 riyals. See `the terms <https://example.com/>`_.\n\n- one\n- two\n' >"$1/source.rst"
rst2pdf "$1/source.rst" -o "$1/text.pdf"
rst2pdf --compressed "$1/source.rst" -o "$1/compressed.pdf"
rm "$1/source.rst"
