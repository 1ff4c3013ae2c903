"""Fills, annotates and describes signed files with pypdf, which appends."""
import os
import sys

sys.path.append(os.path.dirname(__file__))
import jobs
from pypdf import PdfWriter
from pypdf.annotations import Text


def fill(writer):
    texts = {name: '200' for name, field in (writer.get_fields() or {}).items() if field.get('/FT') == '/Tx'}
    if not texts:
        raise ValueError('no text field is left to fill')
    writer.update_page_form_field_values(writer.pages[0], texts, auto_regenerate=False)


def annotate(writer):
    writer.add_annotation(0, Text(text='A note', rect=(300, 700, 320, 720)))


def metadata(writer):
    writer.add_metadata({'/Title': 'Another title'})


def carry_out(operation, source, target):
    writer = PdfWriter(source, incremental=True)
    {'fill': fill, 'annotate': annotate, 'metadata': metadata}[operation](writer)
    writer.write(target)


jobs.run(carry_out)
