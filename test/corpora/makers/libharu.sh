#!/bin/sh
# Files by libHaru, whose program is compiled here.
set -e
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cc -o "$work/libharu" "$(dirname "$0")/libharu.c" -lhpdf -lpng -lz -lm
"$work/libharu" "$1" "$2"
