"""What pyHanko says of signed files, one line of JSON each; nothing is fetched, the authority's lists are given where they are there."""
import json
import os
import sys

from pyhanko.keys import load_cert_from_pemder
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature, validate_pdf_timestamp
from pyhanko_certvalidator import ValidationContext

authority, table = sys.argv[1:3]
root = load_cert_from_pemder(os.path.join(authority, 'root.der'))


def given(*names):
    paths = [os.path.join(authority, name) for name in names]
    return [open(path, 'rb').read() for path in paths if os.path.exists(path)]


lists = given('root.crl', 'people.crl')
issuers = [load_cert_from_pemder(os.path.join(authority, 'people.der'))] if given('people.der') else []


def context():
    return ValidationContext(trust_roots=[root], other_certs=issuers, crls=lists, allow_fetching=False, revocation_mode='soft-fail')


def level(status):
    return status.modification_level.name if getattr(status, 'modification_level', None) is not None else None


def judged(signature):
    if signature.sig_object.get('/Type') == '/DocTimeStamp':
        status = validate_pdf_timestamp(signature, context())
        return {'field': signature.field_name, 'kind': 'timestamp', 'intact': status.intact, 'valid': status.valid, 'trusted': status.trusted}
    status = validate_pdf_signature(signature, context(), ts_validation_context=context())
    return {
        'field': signature.field_name, 'kind': 'signature', 'intact': status.intact, 'valid': status.valid, 'trusted': status.trusted,
        'changes': level(status), 'coverage': status.coverage.name if status.coverage else None, 'allowed': status.docmdp_ok, 'good': status.bottom_line,
    }


def conclude(verdicts):
    signatures = [one for one in verdicts if one['kind'] == 'signature']
    if any('error' in one or not (one['intact'] and one['valid']) for one in verdicts):
        return 'failed'
    if any(one['changes'] == 'OTHER' or one['allowed'] is False for one in signatures):
        return 'changed'
    return 'passed' if signatures and all(one['trusted'] for one in signatures) else 'unknown'


for path in open(table, encoding='utf-8').read().splitlines():
    try:
        with open(path, 'rb') as file:
            reader = PdfFileReader(file, strict=False)
            if reader.encrypted:
                opened = reader.decrypt('')
                if opened.mac_failure_reason:
                    raise ValueError(opened.mac_failure_reason)
            verdicts = []
            for signature in reader.embedded_signatures:
                try:
                    verdicts.append(judged(signature))
                except Exception as reason:
                    verdicts.append({'field': signature.field_name, 'kind': 'signature', 'error': repr(reason)[:200]})
            print(json.dumps({'file': path, 'verdict': conclude(verdicts), 'signatures': verdicts}), flush=True)
    except Exception as reason:
        print(json.dumps({'file': path, 'verdict': 'unreadable', 'reason': repr(reason)[:200]}), flush=True)
