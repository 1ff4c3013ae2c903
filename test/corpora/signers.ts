/** Every signing tool, at a pinned version. */
import type { Tool } from './install.ts'

const bouncyCastle = ['org.bouncycastle:bcpkix-jdk18on:1.82', 'org.bouncycastle:bcprov-jdk18on:1.82']
const silent = 'org.slf4j:slf4j-nop:2.0.17'
const itext = (version: string) => [`com.itextpdf:sign:${version}`, `com.itextpdf:bouncy-castle-adapter:${version}`, silent]

const java: Tool[] = [
  { name: 'itext2', version: '2.1.7', source: { maven: ['com.lowagie:itext:2.1.7'] }, program: 'OpenPdf.java' },
  {
    name: 'itext5',
    version: '5.5.13.4',
    source: { maven: ['com.itextpdf:itextpdf:5.5.13.4', 'org.bouncycastle:bcpkix-jdk15on:1.70', 'org.bouncycastle:bcprov-jdk15on:1.70'] },
    program: 'IText5.java',
  },
  { name: 'itext7', version: '7.2.6', source: { maven: ['com.itextpdf:sign:7.2.6', silent] }, program: 'IText7.java' },
  { name: 'itext8', version: '8.0.5', source: { maven: itext('8.0.5') }, program: 'IText7.java' },
  { name: 'itext9', version: '9.4.0', source: { maven: itext('9.4.0') }, program: 'IText9.java' },
  {
    name: 'openpdf',
    version: '1.3.43',
    source: { maven: ['com.github.librepdf:openpdf:1.3.43', ...bouncyCastle] },
    program: 'OpenPdf.java',
  },
  { name: 'pdfbox2', version: '2.0.35', source: { maven: ['org.apache.pdfbox:pdfbox:2.0.35', ...bouncyCastle] }, program: 'PdfBox.java' },
  { name: 'pdfbox3', version: '3.0.6', source: { maven: ['org.apache.pdfbox:pdfbox:3.0.6', ...bouncyCastle] }, program: 'PdfBox.java' },
]

const dss = [
  'dss-pades-pdfbox',
  'dss-service',
  'dss-token',
  'dss-utils-apache-commons',
  'dss-crl-parser-stream',
  'dss-cms-object',
  'dss-validation',
  'dss-policy-jaxb',
]

const others: Tool[] = [
  { name: 'pyhanko', version: '0.38.0', source: { pip: ['pyhanko[async-http]==0.38.0', 'requests'] }, program: 'by_pyhanko.py' },
  {
    name: 'eu-dss',
    version: '6.3',
    source: { maven: [...dss.map((artifact) => `eu.europa.ec.joinup.sd-dss:${artifact}:6.3`), silent] },
    program: 'EuDss.java',
  },
  { name: 'endesive', version: '3.0.1', source: { pip: ['endesive==3.0.1', 'pypdf==6.1.0', 'requests'] }, program: 'endesive.py' },
  { name: 'libpdf', version: '0.4.2', source: { npm: ['@libpdf/core@0.4.2'] }, program: 'libpdf.mjs' },
  {
    name: 'signpdf',
    version: '3.3.0',
    source: {
      npm: ['signpdf', 'placeholder-plain', 'placeholder-pdf-lib', 'signer-p12']
        .map((name) => `@signpdf/${name}@3.3.0`)
        .concat('pdf-lib@1.17.1'),
    },
    program: 'signpdf.mjs',
  },
  {
    name: 'pdfsign',
    version: 'v0.0.0-20250819064552-5f74f69dda1d',
    source: { go: ['github.com/digitorus/pdfsign/sign@v0.0.0-20250819064552-5f74f69dda1d'] },
    program: 'pdfsign.go',
  },
  { name: 'pdftools', version: '1.21.0', source: { pip: ['pdftools_sdk==1.21.0'] }, program: 'pdftools.py' },
  { name: 'cantoo-pdf-lib', version: '2.11.1', source: { npm: ['@cantoo/pdf-lib@2.11.1'] }, program: 'cantoo.mjs' },
  { name: 'pypdf', version: '7.1.0', source: { pip: ['pypdf==7.1.0', 'cryptography'] }, program: 'pypdf_changes.py' },
  { name: 'mupdf', version: '2.0', source: { pip: ['pymupdf==2.0'] }, program: 'mupdf.py' },
  {
    name: 'poppler',
    version: 'of Debian',
    source: { debian: 'poppler-utils libnss3-tools', commands: ['pdfsig', 'certutil', 'pk12util'] },
    program: 'poppler.sh',
  },
  {
    name: 'libreoffice',
    version: 'of Debian',
    source: { debian: 'libreoffice-core libreoffice-draw python3-uno libnss3-tools', commands: ['soffice', 'certutil'] },
    program: 'libreoffice.py',
  },
  { name: 'tcpdf', version: 'of Debian', source: { debian: 'php-tcpdf php-cli', commands: [] }, program: 'tcpdf.php' },
]

export const signers: readonly Tool[] = [...java, ...others]
