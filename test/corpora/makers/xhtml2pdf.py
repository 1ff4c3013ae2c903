"""Files by xhtml2pdf."""
import os
import sys

from xhtml2pdf import pisa

out, materials = sys.argv[1:3]
html = open(os.path.join(materials, 'page.html'), encoding='utf-8').read()
for name, encrypt in (('text', None),):
    with open(os.path.join(out, name + '.pdf'), 'wb') as file:
        pisa.CreatePDF(html, dest=file, path=materials + '/', encrypt=encrypt)
