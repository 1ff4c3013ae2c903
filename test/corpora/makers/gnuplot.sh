#!/bin/sh
# Files by gnuplot.
gnuplot -e "set terminal pdfcairo; set output '$1/plot.pdf'; plot sin(x)"
