"""Files by ReportLab."""
import os
import sys

from reportlab.lib.colors import black, white
from reportlab.lib.pagesizes import A4, letter
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen import canvas
from reportlab.platypus import Paragraph, SimpleDocTemplate, Table
from reportlab.lib.styles import getSampleStyleSheet

out, materials = sys.argv[1:3]


def path(name):
    return os.path.join(out, name + '.pdf')


def draw(name, more=lambda c: None, **options):
    c = canvas.Canvas(path(name), pagesize=A4, **options)
    c.setTitle('A contract')
    c.drawString(72, 720, 'Layla owes Fahad 100 riyals.')
    more(c)
    c.showPage()
    c.drawString(72, 720, 'The second page.')
    c.showPage()
    c.save()


def form(c):
    c.acroForm.textfield(name='amount', value='100', x=72, y=600, width=200, height=20, borderColor=black, fillColor=white)
    c.acroForm.checkbox(name='agreed', x=72, y=560, checked=True)
    c.acroForm.choice(name='currency', value='SAR', options=['SAR', 'USD'], x=72, y=520, width=100, height=20)
    c.acroForm.radio(name='term', value='a', selected=True, x=72, y=480)
    c.acroForm.radio(name='term', value='b', selected=False, x=102, y=480)


def links(c):
    c.bookmarkPage('top')
    c.addOutlineEntry('Top', 'top', 0)
    c.linkURL('https://example.com/', (72, 700, 200, 735))
    c.linkRect('', 'top', (72, 600, 200, 635))


def picture(c):
    c.drawImage(os.path.join(materials, 'picture.png'), 72, 500, 100, 100)


draw('text')
draw('uncompressed', pageCompression=0)
draw('compressed', pageCompression=1)
draw('image', picture)
draw('form', form)
draw('links', links)
draw('rotated', lambda c: c.setPageRotation(90))
draw('boxes', lambda c: (c.setCropBox((20, 20, 500, 800)), c.setTrimBox((30, 30, 490, 790))))
draw('version-14', pdfVersion=(1, 4))
draw('invariant', invariant=1)
for name, strength in (('rc4-40', 40), ('rc4-128', 128)):
    draw('owner-' + name, encrypt=StandardEncryption('', ownerPassword='owner', strength=strength))
try:
    draw('owner-aes-256', encrypt=StandardEncryption('', ownerPassword='owner', strength=256))
except Exception as reason:
    print(reason, file=sys.stderr)
    if os.path.exists(path('owner-aes-256')):
        os.remove(path('owner-aes-256'))
style = getSampleStyleSheet()
doc = SimpleDocTemplate(path('platypus'), pagesize=letter)
doc.build([Paragraph('Contract', style['Title']), Table([['Amount', '100'], ['Due', '2027']])] + [Paragraph('Clause %d. ' % i * 30, style['Normal']) for i in range(40)])
