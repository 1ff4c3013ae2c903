#!/bin/sh
# Files by ConTeXt, tagged, with a link.
cd "$1" || exit 1
cat >text.tex <<'TEXT'
\setuptagging[state=start]
\setupinteraction[state=start]
\starttext
\startchapter[title=Agreement] Layla owes Fahad \goto{100 riyals}[url(https://example.com/)]. \stopchapter
\stoptext
TEXT
context --batchmode --silent text.tex >/dev/null
find . -type f ! -name '*.pdf' -delete
