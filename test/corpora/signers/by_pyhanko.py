"""Signs files with pyHanko, extends them, fills, annotates and attacks them."""
import io
import os
import sys

sys.path.append(os.path.dirname(__file__))
import jobs
import pyhanko_changes
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign import PdfSignatureMetadata, PdfSigner, PdfTimeStamper, SimpleSigner
from pyhanko.sign.fields import MDPPerm, SigFieldSpec, SigSeedSubFilter, enumerate_sig_fields
from pyhanko.sign.timestamps import HTTPTimeStamper
from pyhanko.sign.validation import add_validation_info
from pyhanko.stamp import TextStampStyle
from pyhanko_certvalidator import ValidationContext

PERMISSIONS = {1: MDPPerm.NO_CHANGES, 2: MDPPerm.FILL_FORMS, 3: MDPPerm.ANNOTATE}


def read(name):
    from asn1crypto import pem, x509
    data = open(os.path.join(jobs.FOLDER, name), 'rb').read()
    return x509.Certificate.load(pem.unarmor(data)[2])


def context(**options):
    return ValidationContext(trust_roots=[read('root.pem')], other_certs=[read('people.pem'), read('ocsp.pem'), read('tsa.pem')], allow_fetching=True, **options)


def signed(operation, source, target):
    signer = SimpleSigner.load_pkcs12(jobs.key_file(operation), passphrase=jobs.PASSWORD.encode())
    stamper = HTTPTimeStamper(jobs.TSA)
    is_baseline = operation in ('bb', 'bt', 'blt', 'blta')
    name = 'Again' if operation == 'again' else 'Signature'
    with open(source, 'rb') as file, open(target, 'wb') as out:
        writer = IncrementalPdfFileWriter(file, strict=False)
        if operation == 'field':
            name = next(field for field, value, _ in enumerate_sig_fields(writer) if value is None)
        spec = SigFieldSpec(name, on_page=0, box=(72, 72, 220, 120)) if operation == 'visible' else None
        permission = PERMISSIONS.get(jobs.certification(operation))
        metadata = PdfSignatureMetadata(
            field_name=unused(writer, name),
            reason='I agree',
            name='Layla Salem',
            certify=permission is not None,
            docmdp_permissions=permission or MDPPerm.FILL_FORMS,
            subfilter=SigSeedSubFilter.PADES if is_baseline else SigSeedSubFilter.ADOBE_PKCS7_DETACHED,
            embed_validation_info=operation in ('blt', 'blta'),
            use_pades_lta=operation == 'blta',
            validation_context=context() if operation in ('blt', 'blta') else None,
        )
        PdfSigner(metadata, signer=signer, timestamper=stamper if operation in ('bt', 'blt', 'blta') else None, new_field_spec=spec,
                  stamp_style=TextStampStyle(stamp_text='Signed by %(signer)s')).sign_pdf(writer, output=out)


def unused(writer, name):
    taken = {field for field, value, _ in enumerate_sig_fields(writer) if value is not None}
    return next(one for one in [name] + [name + str(i) for i in range(2, 99)] if one not in taken)


def extended(operation, source, target):
    """A security store over what stands there, and for `extend` a document time stamp over that."""
    with open(source, 'rb') as file:
        data = io.BytesIO(file.read())
    for index in range(len(PdfFileReader(data, strict=False).embedded_signatures)):
        result = io.BytesIO()
        add_validation_info(PdfFileReader(data, strict=False).embedded_signatures[index], context(), output=result)
        data = io.BytesIO(result.getvalue())
    if operation == 'extend':
        result = io.BytesIO()
        PdfTimeStamper(HTTPTimeStamper(jobs.TSA)).timestamp_pdf(IncrementalPdfFileWriter(data, strict=False), 'sha256', context(), output=result)
        data = result
    with open(target, 'wb') as out:
        out.write(data.getvalue())


def carry_out(operation, source, target):
    if operation in ('dss', 'extend'):
        extended(operation, source, target)
    elif operation in pyhanko_changes.changes:
        pyhanko_changes.change(operation, source, target)
    else:
        signed(operation, source, target)


jobs.run(carry_out)
