"""Files by fpdf2."""
import os
import sys

from fpdf import FPDF, enums

out, materials = sys.argv[1:3]
picture = os.path.join(materials, 'picture.png')


def make(name, more=lambda pdf: None, **options):
    try:
        pdf = FPDF(**options)
        pdf.set_title('A contract')
        pdf.add_page()
        pdf.set_font('Helvetica', size=12)
        pdf.cell(text='Layla owes Fahad 100 riyals.')
        more(pdf)
        pdf.output(os.path.join(out, name + '.pdf'))
    except Exception as reason:
        print(name, reason, file=sys.stderr)


def encrypted(method):
    return lambda pdf: pdf.set_encryption(owner_password='owner', user_password='', encryption_method=method, permissions=enums.AccessPermission.none())


def links(pdf):
    pdf.start_section('Top')
    pdf.cell(text='terms', link='https://example.com/')
    pdf.cell(text='here', link=pdf.add_link(page=1))
    pdf.text_annotation(x=50, y=50, text='A note')


def viewer(pdf):
    pdf.set_display_mode('fullwidth', 'two')
    pdf.viewer_preferences = __import__('fpdf').ViewerPreferences(display_doc_title=True)


make('text')
make('image', lambda pdf: pdf.image(picture, x=20, y=40, w=30))
make('links', links)
make('attachment', lambda pdf: pdf.embed_file(picture, desc='A picture'))
make('viewer', viewer)
make('landscape', orientation='landscape', format='letter')
make('pages', lambda pdf: [(pdf.add_page(), pdf.cell(text='page %d' % i)) for i in range(30)])
make('owner-rc4-128', encrypted(enums.EncryptionMethod.RC4))
make('owner-aes-128', encrypted(enums.EncryptionMethod.AES_128))
make('owner-aes-256', encrypted(enums.EncryptionMethod.AES_256))
make('table', lambda pdf: pdf.write_html('<h1>Contract</h1><table><tr><td>Amount</td><td>100</td></tr></table>'))
