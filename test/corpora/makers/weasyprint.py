"""Files by WeasyPrint."""
import os
import sys

from weasyprint import HTML

out, materials = sys.argv[1:3]
page = os.path.join(materials, 'page.html')


def make(name, **options):
    try:
        HTML(page, **options.pop('source', {})).write_pdf(os.path.join(out, name + '.pdf'), **options)
    except Exception as reason:
        print(name, reason, file=sys.stderr)


def form(name):
    text = '<form><input type="text" name="amount" value="100"/><input type="checkbox" name="agreed" checked/><select name="c"><option>SAR</option></select><textarea name="note">x</textarea></form>'
    HTML(string=text).write_pdf(os.path.join(out, name + '.pdf'), pdf_forms=True)


make('text')
make('uncompressed', uncompressed_pdf=True)
for variant in ('pdf/a-1b', 'pdf/a-2b', 'pdf/a-3b', 'pdf/a-3u', 'pdf/a-4f', 'pdf/ua-1'):
    make(variant.replace('/', ''), pdf_variant=variant)
make('tagged', pdf_tags=True)
make('version-20', pdf_version='2.0')
form('form')
