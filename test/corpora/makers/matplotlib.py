"""Files by Matplotlib."""
import os
import sys

import matplotlib

matplotlib.use('pdf')
import matplotlib.pyplot as plt
from matplotlib.backends.backend_pdf import PdfPages

out, materials = sys.argv[1:3]
figure, axes = plt.subplots()
axes.plot([1, 3, 2])
figure.savefig(os.path.join(out, 'figure.pdf'))
with PdfPages(os.path.join(out, 'pages.pdf')) as pages:
    pages.savefig(figure)
    pages.attach_note('A note')
    pages.savefig(figure)
