"""Signatures by the SDK of Pdftools, once 3-Heights."""
import os
import sys

sys.path.append(os.path.dirname(__file__))
import jobs
from pdftools_sdk.crypto.providers.built_in.provider import Provider
from pdftools_sdk.crypto.signature_format import SignatureFormat
from pdftools_sdk.crypto.validation_information import ValidationInformation
from pdftools_sdk.geometry.units.size import Size
from pdftools_sdk.pdf.document import Document
from pdftools_sdk.pdf.mdp_permissions import MdpPermissions
from pdftools_sdk.sign.appearance import Appearance
from pdftools_sdk.sign.mdp_permission_options import MdpPermissionOptions
from pdftools_sdk.sign.signature_field_options import SignatureFieldOptions
from pdftools_sdk.sign.signer import Signer

PADES = {'bb', 'bt', 'blt'}
PERMISSIONS = [None, MdpPermissions.NO_CHANGES, MdpPermissions.FORM_FILLING, MdpPermissions.ANNOTATE]


def carry_out(operation, source, target):
    provider = Provider()
    provider.timestamp_url = jobs.TSA
    with open(jobs.key_file(operation), 'rb') as key, open(source, 'rb') as before, open(target, 'wb+') as after:
        how = provider.create_signature_from_certificate(key, jobs.PASSWORD)
        how.signature_format = SignatureFormat.ETSI_CADES_DETACHED if operation in PADES else SignatureFormat.ADBE_PKCS7_DETACHED
        how.add_timestamp = operation in ('bt', 'blt')
        how.validation_information = ValidationInformation.EMBED_IN_DOCUMENT if operation == 'blt' else ValidationInformation.NONE
        document = Document.open(before, None)
        if operation == 'prepare':
            waiting = SignatureFieldOptions(Appearance.create_field_bounding_box(Size(120, 40)))
            waiting.field_name = 'Next'
            Signer().add_signature_field(document, waiting, after)
            return
        if operation == 'field':
            how.field_name = next(field.field_name for field in document.signature_fields if hasattr(field, 'page_number'))
        permission = PERMISSIONS[jobs.certification(operation)]
        if permission is None:
            Signer().sign(document, how, after)
        else:
            Signer().certify(document, how, after, MdpPermissionOptions(permission))


jobs.run(carry_out)
