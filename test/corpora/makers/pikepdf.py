"""Files written again by pikepdf (qpdf's library)."""
import os
import sys

import pikepdf

out, materials = sys.argv[1:3]
fixtures = os.path.join(materials, '../../fixtures/pdf')


def make(name, source='libreoffice', more=lambda pdf: None, **options):
    try:
        with pikepdf.open(os.path.join(fixtures, source + '.pdf')) as pdf:
            more(pdf)
            pdf.save(os.path.join(out, name + '.pdf'), **options)
    except Exception as reason:
        print(name, reason, file=sys.stderr)


def attach(pdf):
    pdf.attachments['terms.txt'] = pikepdf.AttachedFileSpec(pdf, b'The terms', filename='terms.txt')


def metadata(pdf):
    with pdf.open_metadata() as meta:
        meta['dc:title'] = 'A contract'


modes = pikepdf.ObjectStreamMode
make('table', object_stream_mode=modes.disable)
make('streams', object_stream_mode=modes.generate)
make('linearized', linearize=True)
make('attachment', more=attach)
make('form', 'handmade-form')
make('metadata', more=metadata)
make('qdf', qdf=True)
make('version-20', force_version='2.0')
make('boxes', more=lambda pdf: [setattr(page, 'cropbox', [10, 10, 300, 300]) for page in pdf.pages])
for name, revision, aes in (('rc4-40', 2, False), ('rc4-128', 3, False), ('aes-128', 4, True), ('aes-256', 6, True)):
    make('owner-' + name, encryption=pikepdf.Encryption(owner='owner', user='', R=revision, aes=aes, metadata=aes))
make('owner-aes-256-r5', encryption=pikepdf.Encryption(owner='owner', user='', R=5))
make('user-aes-256', encryption=pikepdf.Encryption(owner='owner', user='user', R=6))
