"""Files written again by pdfrw."""
import os
import sys

from pdfrw import PdfReader, PdfWriter

out, materials = sys.argv[1:3]
fixtures = os.path.join(materials, '../../fixtures/pdf')
for name, sources, compress in (('text', ['libreoffice'], False), ('compressed', ['chromium'], True), ('form', ['handmade-form'], False), ('merged', ['libreoffice', 'chromium'], True)):
    writer = PdfWriter(os.path.join(out, name + '.pdf'), compress=compress)
    if len(sources) == 1:
        writer.write(trailer=PdfReader(os.path.join(fixtures, sources[0] + '.pdf')))
    else:
        for source in sources:
            writer.addpages(PdfReader(os.path.join(fixtures, source + '.pdf')).pages)
        writer.write()
