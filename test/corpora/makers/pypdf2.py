"""Files written again by PyPDF2, whose form is the document information (1.27 to 2.1), or the last page of what was filled in (to 2.12)."""
import os
import sys

from PyPDF2 import PdfReader, PdfWriter
from PyPDF2.generic import BooleanObject, IndirectObject, NameObject

out, materials = sys.argv[1:3]
fixtures = os.path.join(materials, '../../fixtures/pdf')


def make(name, source, change=lambda writer: None, before=lambda writer: None):
    try:
        writer = PdfWriter()
        before(writer)
        writer.append_pages_from_reader(PdfReader(os.path.join(fixtures, source + '.pdf')))
        change(writer)
        with open(os.path.join(out, name + '.pdf'), 'wb') as file:
            writer.write(file)
    except Exception as reason:
        print(name, reason, file=sys.stderr)


def fill(writer):
    writer.update_page_form_field_values(writer.pages[0], {'amount': '100'})


def draw_anew(writer):
    """What programs in use do so that readers draw the fields; the form is whatever object came last."""
    writer._root_object.update({NameObject('/AcroForm'): IndirectObject(len(writer._objects), 0, writer)})
    writer._root_object['/AcroForm'][NameObject('/NeedAppearances')] = BooleanObject(True)


def keep_form(writer):
    """Copies the form of the file that was read, as programs in use do."""
    form = PdfReader(os.path.join(fixtures, 'handmade-form.pdf')).trailer['/Root']['/AcroForm']
    writer._root_object.update({NameObject('/AcroForm'): form})


make('text', 'libreoffice')
make('metadata', 'libreoffice', lambda w: w.add_metadata({'/Title': 'Contract'}))
make('form', 'handmade-form', fill)
make('form-drawn-anew', 'handmade-form', fill, draw_anew)
make('form-drawn-anew-later', 'handmade-form', draw_anew)
make('form-kept', 'handmade-form', keep_form)
make('owner-rc4-128', 'libreoffice', lambda w: w.encrypt('', 'owner'))
