"""Files by cairo."""
import os
import sys

import cairo

out, materials = sys.argv[1:3]


def make(name, more=lambda surface, context: None, version=None):
    surface = cairo.PDFSurface(os.path.join(out, name + '.pdf'), 595, 842)
    if version is not None:
        surface.restrict_to_version(version)
    context = cairo.Context(surface)
    context.move_to(72, 100)
    context.set_font_size(14)
    context.show_text('Layla owes Fahad 100 riyals.')
    more(surface, context)
    surface.show_page()
    context.move_to(72, 100)
    context.show_text('Second page')
    surface.show_page()
    surface.finish()


def picture(surface, context):
    context.set_source_surface(cairo.ImageSurface.create_from_png(os.path.join(materials, 'picture.png')), 72, 200)
    context.paint_with_alpha(0.5)


def tagged(surface, context):
    context.tag_begin(cairo.TAG_LINK, "uri='https://example.com/'")
    context.show_text('terms')
    context.tag_end(cairo.TAG_LINK)
    context.tag_begin('Document', '')
    context.tag_begin('P', '')
    context.show_text('A paragraph')
    context.tag_end('P')
    context.tag_end('Document')


make('text')
make('image', picture)
make('tagged', tagged)
make('version-14', version=cairo.PDFVersion.VERSION_1_4)
make('outline', lambda surface, context: surface.add_outline(cairo.PDF_OUTLINE_ROOT, 'Top', "page=1 pos=[0.0 5.0]", 0))
