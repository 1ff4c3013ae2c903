"""Signs files with endesive."""
import datetime
import os
import re
import sys

sys.path.append(os.path.dirname(__file__))
import jobs

# oscrypto 1.3 reads no version of OpenSSL with two digits in its last part, and says then that there is none.
search = re.search
re.search = lambda pattern, text, *more: search(pattern, 'OpenSSL 3.0.9', *more) if 'OpenSSL' in str(text) else search(pattern, text, *more)
from cryptography.hazmat.primitives.serialization import pkcs12
from endesive.pdf import cms


def carry_out(operation, source, target):
    with open(jobs.key_file(operation), 'rb') as file:
        key, certificate, others = pkcs12.load_key_and_certificates(file.read(), jobs.PASSWORD.encode())
    with open(source, 'rb') as file:
        data = file.read()
    permission = jobs.certification(operation)
    options = {
        # The flags of the form are the permission of a certification, too.
        'sigflags': permission or 3, 'sigflagsft': 132, 'sigpage': 0, 'location': 'Riyadh', 'reason': 'I agree', 'sigandcertify': permission > 0,
        'signingdate': datetime.datetime.now(datetime.timezone.utc).strftime("D:%Y%m%d%H%M%S+00'00'"),
        'auto_sigfield': True, 'aligned': 16384, 'sigfield': 'Signature',
    }
    if operation == 'visible':
        options.update(signaturebox=(72, 72, 220, 120), signature='Signed by Layla')
    if operation == 'field':
        options.update(signform=True, sigfield='Employee', signature='Signed by Layla')
    stamp = jobs.TSA if operation == 'bt' else None
    with open(target, 'wb') as out:
        out.write(data + cms.sign(data, options, key, certificate, others, 'sha256', None, stamp))


jobs.run(carry_out)
