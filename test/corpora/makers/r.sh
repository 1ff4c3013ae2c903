#!/bin/sh
# Files by R's two devices.
Rscript -e "pdf('$1/pdf.pdf'); plot(1:3); dev.off(); pdf('$1/uncompressed.pdf', compress = FALSE); plot(1:3); dev.off()" >/dev/null
Rscript -e "cairo_pdf('$1/cairo.pdf'); plot(1:3); dev.off()" >/dev/null
exit 0
