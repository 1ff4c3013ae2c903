#!/bin/sh
# Files that Chromium prints.
set -u
out=$1
page=$2/page.html
print() { # NAME OPTIONS
  name=$1
  shift
  chromium --headless --no-sandbox --disable-gpu "$@" "--print-to-pdf=$out/$name.pdf" "file://$page" >/dev/null 2>&1
}
print text
print plain --no-pdf-header-footer
print untagged --disable-pdf-tagging
print outline --generate-pdf-document-outline
