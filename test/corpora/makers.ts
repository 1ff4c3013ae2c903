/** Every maker of unsigned files, at a pinned version. Relatives that a program cannot tell apart share it. */
import type { Tool } from './install.ts'

const npm = (name: string, version: string, ...more: string[]): Tool => ({
  name: name.replace(/^@/, '').replaceAll('/', '-'),
  version,
  source: { npm: [`${name}@${version}`, ...more] },
  program: `${name.replace(/^@/, '').replaceAll('/', '-')}.mjs`,
})
const pip = (name: string, version: string, ...more: string[]): Tool => ({
  name: name.toLowerCase(),
  version,
  source: { pip: [`${name}==${version}`, ...more] },
  program: `${name.toLowerCase()}.py`,
})

const python: Tool[] = [
  pip('reportlab', '5.1.0', 'cryptography'),
  pip('fpdf2', '2.8.9', 'cryptography'),
  pip('pypdf', '7.1.0', 'cryptography'),
  ...['2.1.0', '2.12.1', '3.0.1'].map((version) => ({ ...pip('PyPDF2', version), name: `pypdf2-${version}` })),
  pip('pikepdf', '10.17.0'),
  pip('weasyprint', '70.0'),
  pip('PyMuPDF', '2.0'),
  pip('img2pdf', '0.6.3'),
  pip('xhtml2pdf', '0.2.28'),
  pip('borb', '3.0.9'),
  pip('pdfrw', '0.4'),
  { name: 'cairo', version: '1.29.2', source: { pip: ['pycairo==1.29.2'] }, program: 'cairo.py' },
  pip('matplotlib', '3.11.2'),
  pip('typst', '0.15.0'),
  pip('pypdfium2', '5.15.2'),
]

const javaScript: Tool[] = [
  npm('pdf-lib', '1.17.1'),
  { ...npm('@cantoo/pdf-lib', '2.11.1'), program: 'pdf-lib.mjs', env: { CORPUS_PACKAGE: '@cantoo/pdf-lib' } },
  npm('pdfkit', '0.20.2'),
  npm('jspdf', '4.2.1'),
  npm('pdfmake', '0.3.11'),
  npm('@libpdf/core', '0.4.2'),
  npm('muhammara', '6.0.6'),
  npm('mupdf', '1.28.1'),
  npm('@react-pdf/renderer', '4.9.0', 'react@19.3.1'),
  npm('pdfjs', '2.5.4'),
  npm('@napi-rs/canvas', '1.1.1'),
]

const maven = (name: string, version: string, program: string, ...coordinates: string[]): Tool => ({
  name,
  version,
  source: { maven: [...coordinates, 'org.slf4j:slf4j-nop:2.0.17'] },
  program: `${program}.java`,
})
const itext = (version: string) => [
  `com.itextpdf:layout:${version}`,
  `com.itextpdf:forms:${version}`,
  `com.itextpdf:bouncy-castle-adapter:${version}`,
]

const java: Tool[] = [
  maven('itext5', '5.5.13.4', 'IText5', 'com.itextpdf:itextpdf:5.5.13.4', 'org.bouncycastle:bcpkix-jdk15on:1.70'),
  maven('itext7', '7.2.6', 'IText', 'com.itextpdf:layout:7.2.6', 'com.itextpdf:forms:7.2.6', 'org.bouncycastle:bcpkix-jdk15on:1.70'),
  maven('itext8', '8.0.5', 'IText', ...itext('8.0.5')),
  maven('itext9', '9.4.0', 'IText', ...itext('9.4.0')),
  maven('openpdf', '1.3.43', 'OpenPdf', 'com.github.librepdf:openpdf:1.3.43', 'org.bouncycastle:bcprov-jdk18on:1.82'),
  maven('pdfbox2', '2.0.35', 'PdfBox', 'org.apache.pdfbox:pdfbox:2.0.35', 'org.bouncycastle:bcpkix-jdk18on:1.82'),
  maven('pdfbox3', '3.0.6', 'PdfBox', 'org.apache.pdfbox:pdfbox:3.0.6', 'org.bouncycastle:bcpkix-jdk18on:1.82'),
  maven('fop', '2.11', 'FopFiles', 'org.apache.xmlgraphics:fop:2.11'),
  maven('flying-saucer', '9.13.3', 'FlyingSaucer', 'org.xhtmlrenderer:flying-saucer-pdf:9.13.3', 'org.bouncycastle:bcprov-jdk18on:1.82'),
  maven('openhtmltopdf', '1.0.10', 'OpenHtmlToPdf', 'com.openhtmltopdf:openhtmltopdf-pdfbox:1.0.10'),
  maven(
    'jasper',
    '7.0.3',
    'Jasper',
    'net.sf.jasperreports:jasperreports-pdf:7.0.3',
    'net.sf.jasperreports:jasperreports-jdt:7.0.3',
    'org.bouncycastle:bcprov-jdk18on:1.82',
  ),
]

const go = (name: string, module: string, version: string, program = name): Tool => ({
  name,
  version,
  source: { go: [`${module}@${version}`] },
  program: `${program}.go`,
})

const goMakers: Tool[] = [
  go('gofpdf', 'github.com/jung-kurt/gofpdf', 'v1.16.2'),
  go('phpdave11-gofpdf', 'github.com/phpdave11/gofpdf', 'v1.4.3', 'gofpdf'),
  go('go-pdf-fpdf', 'codeberg.org/go-pdf/fpdf', 'v0.12.0', 'gofpdf'),
  go('gopdf', 'github.com/signintech/gopdf', 'v0.33.0'),
  go('pdfcpu', 'github.com/pdfcpu/pdfcpu', 'v0.15.0'),
  go('maroto', 'github.com/johnfercher/maroto/v2', 'v2.3.3'),
]

const debian = (name: string, program: string, packages: string, ...commands: string[]): Tool => ({
  name,
  version: 'of Debian',
  source: { debian: packages, commands },
  program,
})

const debianMakers: Tool[] = [
  debian('chromium', 'chromium.sh', 'chromium', 'chromium'),
  debian('libreoffice', 'libreoffice.sh', 'libreoffice-core libreoffice-writer libreoffice-calc libreoffice-draw', 'soffice'),
  debian('ghostscript', 'ghostscript.sh', 'ghostscript', 'gs'),
  debian('mutool', 'mutool.sh', 'mupdf-tools', 'mutool'),
  debian('qpdf', 'qpdf.sh', 'qpdf', 'qpdf'),
  debian('groff', 'groff.sh', 'groff', 'groff'),
  debian('wkhtmltopdf', 'wkhtmltopdf.sh', 'wkhtmltopdf', 'wkhtmltopdf'),
  debian('pdftk', 'pdftk.sh', 'pdftk-java', 'pdftk'),
  debian('podofo', 'podofo.sh', 'libpodofo-utils', 'podofoencrypt'),
  debian('graphviz', 'graphviz.sh', 'graphviz', 'dot'),
  debian('librsvg', 'librsvg.sh', 'librsvg2-bin', 'rsvg-convert'),
  debian('gnuplot', 'gnuplot.sh', 'gnuplot-nox', 'gnuplot'),
  debian('rst2pdf', 'rst2pdf.sh', 'rst2pdf', 'rst2pdf'),
  debian('tex', 'tex.sh', 'texlive-latex-recommended texlive-luatex texlive-xetex', 'pdflatex'),
  debian('context', 'context.sh', 'context', 'context'),
  debian(
    'scans',
    'scans.sh',
    'imagemagick graphicsmagick libtiff-tools tesseract-ocr ocrmypdf',
    'convert',
    'gm',
    'tiff2pdf',
    'tesseract',
    'ocrmypdf',
  ),
  debian('prawn', 'prawn.rb', 'ruby-prawn ruby'),
  { ...debian('pdf-api2', 'pdf-perl.pl', 'libpdf-api2-perl'), env: { CORPUS_PACKAGE: 'PDF::API2' } },
  { ...debian('pdf-builder', 'pdf-perl.pl', 'libpdf-builder-perl'), env: { CORPUS_PACKAGE: 'PDF::Builder' } },
  debian('tcpdf', 'tcpdf.php', 'php-tcpdf php-cli'),
  debian('fpdf', 'fpdf.php', 'php-fpdf php-cli'),
  debian('dompdf', 'dompdf.php', 'php-dompdf php-cli'),
  debian('libharu', 'libharu.sh', 'libhpdf-dev libpng-dev gcc', 'cc'),
  debian('r', 'r.sh', 'r-base-core', 'Rscript'),
  debian('inkscape', 'inkscape.sh', 'inkscape', 'inkscape'),
  debian('lilypond', 'lilypond.sh', 'lilypond', 'lilypond'),
]

export const makers: readonly Tool[] = [...python, ...javaScript, ...java, ...goMakers, ...debianMakers]
