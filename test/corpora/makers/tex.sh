#!/bin/sh
# Files by pdfTeX, LuaTeX, XeTeX and dvipdfmx, whichever are here.
set -u
cd "$1" || exit 1
printf '%s\n' '\documentclass{article}\usepackage{hyperref}\begin{document}\section{Contract}Layla owes Fahad 100 riyals. \href{https://example.com/}{Terms}.\newpage Second page.\begin{Form}\TextField[name=amount,value=100]{Amount}\end{Form}\end{document}' >source.tex
for engine in pdflatex lualatex xelatex; do
  command -v $engine >/dev/null || continue
  $engine -interaction=batchmode source.tex >/dev/null
  [ -s source.pdf ] && mv source.pdf "$engine.pdf"
done
printf '%s\n' '\pdfobjcompresslevel=0 \pdfcompresslevel=0 \input source.tex' >table.tex
pdflatex -interaction=batchmode -jobname table table.tex >/dev/null
latex -interaction=batchmode -jobname dvi '\documentclass{article}\begin{document}Layla owes Fahad 100 riyals.\end{document}' >/dev/null && dvipdfmx -q -o dvipdfmx.pdf dvi.dvi
rm -f ./*.tex ./*.aux ./*.log ./*.out ./*.dvi
exit 0
