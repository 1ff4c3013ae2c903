"""Files read and written again by pypdf: whole, by an incremental update, encrypted, with a form, with an attachment."""
import os
import sys

from pypdf import PdfReader, PdfWriter

out, materials = sys.argv[1:3]
fixtures = os.path.join(materials, '../../fixtures/pdf')


def make(name, source, more=lambda writer: None, **options):
    try:
        writer = PdfWriter(clone_from=os.path.join(fixtures, source + '.pdf'), **options)
        more(writer)
        writer.write(os.path.join(out, name + '.pdf'))
    except Exception as reason:
        print(name, reason, file=sys.stderr)


def merged(writer):
    for name in ('chromium', 'ghostscript-1.4', 'qpdf-rotated-90'):
        writer.append(os.path.join(fixtures, name + '.pdf'))


def filled(writer):
    writer.update_page_form_field_values(None, {'amount': '100'}, auto_regenerate=False)


make('text', 'libreoffice')
make('merged', 'libreoffice', merged)
make('form', 'handmade-form', filled)
make('update', 'libreoffice', lambda w: w.add_metadata({'/Title': 'Changed'}), incremental=True)
make('update-form', 'handmade-form', filled, incremental=True)
make('attachment', 'chromium', lambda w: w.add_attachment('terms.txt', b'The terms'))
make('rotated', 'chromium', lambda w: w.pages[0].rotate(90))
make('compressed', 'chromium', lambda w: [page.compress_content_streams() for page in w.pages])
for cipher in ('RC4-40', 'RC4-128', 'AES-128', 'AES-256'):
    make('owner-' + cipher.lower(), 'libreoffice', lambda w: w.encrypt(user_password='', owner_password='owner', algorithm=cipher))
