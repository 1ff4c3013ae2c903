"""Changes a signed file with pyHanko's incremental writer: as people do, and as one does who deceives."""
import re


from pyhanko.pdf_utils.generic import ArrayObject, DictionaryObject, NameObject, NumberObject, StreamObject, TextStringObject
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign.fields import SigFieldSpec, append_signature_field

name = NameObject


def numbers(*values):
    return ArrayObject([NumberObject(value) for value in values])


def form_object(writer, operators, width, height):
    return writer.add_object(StreamObject({name('/Type'): name('/XObject'), name('/Subtype'): name('/Form'), name('/BBox'): numbers(0, 0, width, height)}, stream_data=operators))


def text_fields(writer):
    fields = [reference.get_object() for reference in writer.root['/AcroForm']['/Fields']]
    found = [field for field in fields if field.get('/FT') == '/Tx']
    if not found:
        raise ValueError('no text field is left to change')
    return found


def show(writer, field, text):
    box = [float(value) for value in field['/Rect']]
    operators = b'/Tx BMC q BT 0 g /Helv 12 Tf 2 4 Td (' + text.encode() + b') Tj ET Q EMC'
    field['/AP'] = DictionaryObject({name('/N'): form_object(writer, operators, int(box[2] - box[0]), int(box[3] - box[1]))})


def fill(writer):
    for field in text_fields(writer):
        field['/V'] = TextStringObject('200')
        show(writer, field, '200')
        writer.update_container(field)


def annotate(writer):
    page = writer.root['/Pages']['/Kids'][0].get_object()
    add_annotation(writer, page, {name('/Subtype'): name('/Text'), name('/Rect'): numbers(300, 700, 320, 720), name('/Contents'): TextStringObject('A note')})


def add_annotation(writer, page, entries):
    annotation = writer.add_object(DictionaryObject({name('/Type'): name('/Annot'), name('/F'): NumberObject(4), **entries}))
    if '/Annots' in page:
        annotations = page['/Annots']
        annotations.append(annotation)
        writer.update_container(annotations)
    else:
        page['/Annots'] = ArrayObject([annotation])
    writer.update_container(page)


def prepare(writer):
    """Where somebody else is to sign."""
    append_signature_field(writer, SigFieldSpec('Next', box=(320, 60, 440, 100)))


def metadata(writer):
    info = writer.trailer['/Info']
    info['/Title'] = TextStringObject('Another title')
    writer.update_container(info)


def attack_text(writer):
    page = writer.root['/Pages']['/Kids'][0].get_object()
    page['/Contents'] = writer.add_object(StreamObject(stream_data=b'0.9 0.1 0.1 rg 100 500 300 200 re f'))
    writer.update_container(page)


def attack_page(writer):
    pages = writer.root['/Pages']
    content = writer.add_object(StreamObject(stream_data=b'0 0 1 rg 0 0 200 200 re f'))
    page = DictionaryObject({name('/Type'): name('/Page'), name('/Parent'): writer.root.raw_get('/Pages'), name('/MediaBox'): numbers(0, 0, 595, 842), name('/Contents'): content, name('/Resources'): DictionaryObject()})
    pages['/Kids'].append(writer.add_object(page))
    pages['/Count'] = NumberObject(pages['/Count'] + 1)
    writer.update_container(pages)
    writer.update_container(pages['/Kids'])


def attack_remove(writer):
    pages = writer.root['/Pages']
    pages['/Kids'] = ArrayObject(list(pages['/Kids'])[1:])
    pages['/Count'] = NumberObject(pages['/Count'] - 1)
    writer.update_container(pages)


def attack_cover(writer):
    page = writer.root['/Pages']['/Kids'][0].get_object()
    white = form_object(writer, b'1 1 1 rg 0 0 500 300 re f', 500, 300)
    add_annotation(writer, page, {name('/Subtype'): name('/Stamp'), name('/Rect'): numbers(50, 500, 550, 800), name('/AP'): DictionaryObject({name('/N'): white})})


def attack_appearance(writer):
    """Shows another value than the field holds."""
    for field in text_fields(writer):
        show(writer, field, '999999')
        writer.update_container(field)


def attack_root(writer):
    """Another catalogue that shows another page."""
    page = DictionaryObject({name('/Type'): name('/Page'), name('/MediaBox'): numbers(0, 0, 595, 842), name('/Resources'): DictionaryObject(), name('/Contents'): writer.add_object(StreamObject(stream_data=b'0 1 0 rg 0 0 300 300 re f'))})
    reference = writer.add_object(page)
    pages = writer.add_object(DictionaryObject({name('/Type'): name('/Pages'), name('/Kids'): ArrayObject([reference]), name('/Count'): NumberObject(1)}))
    page['/Parent'] = pages
    writer.root['/Pages'] = pages
    writer.update_root()


def attack_byte(data):
    """One byte in the middle of what the first signature covers, outside structure: in a stream."""
    starts = [match.end() for match in re.finditer(rb'stream\r?\n', data) if data[match.start() - 3:match.start()] != b'end']
    at = starts[0] + 20
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1:]


changes = {
    'fill': fill, 'annotate': annotate, 'metadata': metadata, 'prepare': prepare, 'attack-text': attack_text, 'attack-page': attack_page, 'attack-remove': attack_remove,
    'attack-cover': attack_cover, 'attack-appearance': attack_appearance, 'attack-root': attack_root, 'attack-byte': None,
}


def change(operation, source, target):
    with open(source, 'rb') as file, open(target, 'wb') as out:
        if operation == 'attack-byte':
            out.write(attack_byte(file.read()))
            return
        writer = IncrementalPdfFileWriter(file, strict=False)
        changes[operation](writer)
        writer.write(out)
