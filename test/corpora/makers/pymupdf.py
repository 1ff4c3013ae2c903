"""Files by PyMuPDF."""
import os
import sys

import pymupdf

out, materials = sys.argv[1:3]
picture = os.path.join(materials, 'picture.png')


def make(name, more=lambda doc, page: None, **options):
    try:
        doc = pymupdf.open()
        page = doc.new_page()
        page.insert_text((72, 100), 'Layla owes Fahad 100 riyals.')
        more(doc, page)
        doc.save(os.path.join(out, name + '.pdf'), **options)
    except Exception as reason:
        print(name, reason, file=sys.stderr)


def form(doc, page):
    for kind, name, value, y in ((pymupdf.PDF_WIDGET_TYPE_TEXT, 'amount', '100', 150), (pymupdf.PDF_WIDGET_TYPE_CHECKBOX, 'agreed', True, 200)):
        widget = pymupdf.Widget()
        widget.field_type, widget.field_name, widget.field_value = kind, name, value
        widget.rect = pymupdf.Rect(72, y, 200, y + 20)
        page.add_widget(widget)


def update(name):
    path = os.path.join(out, name + '.pdf')
    make(name)
    doc = pymupdf.open(path)
    doc[0].add_text_annot((200, 200), 'A note')
    doc.saveIncr()


make('text')
make('image', lambda doc, page: page.insert_image(pymupdf.Rect(72, 200, 172, 300), filename=picture))
make('form', form)
make('attachment', lambda doc, page: doc.embfile_add('terms.txt', b'The terms'))
make('layers', lambda doc, page: page.insert_text((72, 300), 'in a layer', oc=doc.add_ocg('Layer')))
make('annotations', lambda doc, page: (page.add_highlight_annot(pymupdf.Rect(72, 90, 200, 105)), page.add_freetext_annot(pymupdf.Rect(72, 400, 200, 420), 'free')))
make('links', lambda doc, page: page.insert_link({'kind': pymupdf.LINK_URI, 'from': pymupdf.Rect(72, 80, 200, 110), 'uri': 'https://example.com/'}))
make('streams', use_objstms=1, deflate=True, garbage=4)
make('pretty', pretty=True, ascii=True, expand=255)
update('update')
for name in ('RC4_40', 'RC4_128', 'AES_128', 'AES_256'):
    make('owner-' + name.lower().replace('_', '-'), encryption=getattr(pymupdf, 'PDF_ENCRYPT_' + name), owner_pw='owner', user_pw='', permissions=4)
