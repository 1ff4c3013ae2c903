#!/bin/sh
# Files by LilyPond.
printf '\\version "2.24.0"\n\\header { title = "Contract" }\n{ c d e f }\n' >"$1/source.ly"
lilypond -s -o "$1/score" "$1/source.ly"
rm "$1/source.ly"
