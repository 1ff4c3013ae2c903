"""Fills, annotates and describes signed files with MuPDF, which appends."""
import os
import shutil
import sys

sys.path.append(os.path.dirname(__file__))
import jobs
import pymupdf


def fill(document):
    for widget in document[0].widgets():
        if widget.field_type == pymupdf.PDF_WIDGET_TYPE_TEXT:
            widget.field_value = '200'
            widget.update()


def annotate(document):
    document[0].add_text_annot((300, 122), 'A note')


def metadata(document):
    document.set_metadata({'title': 'Another title'})


def carry_out(operation, source, target):
    shutil.copyfile(source, target)
    document = pymupdf.open(target)
    {'fill': fill, 'annotate': annotate, 'metadata': metadata}[operation](document)
    document.saveIncr()


jobs.run(carry_out)
