"""Files by img2pdf, with its own engine and with pikepdf."""
import os
import sys

import img2pdf

out, materials = sys.argv[1:3]
picture = os.path.join(materials, 'picture.png')
for name, engine in (('image', img2pdf.Engine.internal), ('image-pikepdf', img2pdf.Engine.pikepdf)):
    with open(os.path.join(out, name + '.pdf'), 'wb') as file:
        file.write(img2pdf.convert(picture, engine=engine, title='A picture'))
with open(os.path.join(out, 'boxes.pdf'), 'wb') as file:
    file.write(img2pdf.convert(picture, cropborder=(2, 2), artborder=(1, 1)))
