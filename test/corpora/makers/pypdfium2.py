"""Files by PDFium."""
import os
import sys

import pypdfium2

out, materials = sys.argv[1:3]
fixtures = os.path.join(materials, '../../fixtures/pdf')
new = pypdfium2.PdfDocument.new()
new.new_page(595, 842)
new.save(os.path.join(out, 'empty.pdf'))
for name in ('libreoffice', 'handmade-form', 'chromium', 'qpdf-object-streams'):
    document = pypdfium2.PdfDocument(os.path.join(fixtures, name + '.pdf'))
    document.save(os.path.join(out, 'saved-' + name + '.pdf'))
    document.save(os.path.join(out, 'version-17-' + name + '.pdf'), version=17)
merged = pypdfium2.PdfDocument.new()
merged.import_pages(pypdfium2.PdfDocument(os.path.join(fixtures, 'libreoffice.pdf')))
merged.save(os.path.join(out, 'merged.pdf'))
