"""Files by borb."""
import os
import pathlib
import sys

from borb.pdf import PDF, Document, Page, Paragraph, SingleColumnLayout, Table, FlexibleColumnWidthTable, TextBox

out, materials = sys.argv[1:3]


def make(name, more=lambda layout: None):
    try:
        document = Document()
        page = Page()
        document.append_page(page)
        layout = SingleColumnLayout(page)
        layout.append_layout_element(Paragraph('Layla owes Fahad 100 riyals.'))
        more(layout)
        PDF.write(what=document, where_to=os.path.join(out, name + '.pdf'))
    except Exception as reason:
        print(name, reason, file=sys.stderr)


make('text')
make('form', lambda layout: layout.append_layout_element(TextBox(field_name='amount', value='100')))
make('table', lambda layout: layout.append_layout_element(FlexibleColumnWidthTable(number_of_columns=2, number_of_rows=1).append_layout_element(Paragraph('Amount')).append_layout_element(Paragraph('100'))))
