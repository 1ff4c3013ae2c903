"""Signs one PDF with the client that openapi-python-client made: sign.py ADDRESS NATIONAL-ID IN OUT"""

import io
import sys
import time
import uuid

from generated import AuthenticatedClient, Client
from generated.api.sessions import initiate_nafath_login, verify_nafath_login
from generated.api.signing import initiate_signing, upload_document, verify_signing
from generated.api.transactions import download_document
from generated.models import (
    DocumentToSign,
    DownloadDocumentEdition,
    InitiateNafathLoginBody,
    InitiateSigningBody,
    Placement,
    VerifyNafathLoginBody,
    VerifySigningBody,
)
from generated.types import File

address, national_id, source, target = sys.argv[1:]
device = str(uuid.uuid4())


def settled(ask):
    """Asks until the answer is something else than "3", still waiting."""
    for _ in range(200):
        answer = ask()
        if answer.status != "3":
            return answer
        time.sleep(0.1)
    raise TimeoutError("still waiting")


anybody = Client(base_url=address)
started = initiate_nafath_login.sync(client=anybody, x_device_id=device, body=InitiateNafathLoginBody(national_id=national_id))
assert started.status == "1", started
login = VerifyNafathLoginBody(national_id=national_id, trans_id=started.trans_id, random=started.random)
session = settled(lambda: verify_nafath_login.sync(client=anybody, x_device_id=device, body=login))
client = AuthenticatedClient(base_url=address, token=session.token)

with open(source, "rb") as pdf:
    body = File(payload=io.BytesIO(pdf.read()))
uploaded = upload_document.sync(client=client, x_device_id=device, name="contract.pdf", body=body)
place = Placement(page=1, x=72, y=72, width=200, height=64)
document = DocumentToSign(unique_file_id=uploaded.unique_file_id, placement=place)
signing = initiate_signing.sync(
    client=client, x_device_id=device, body=InitiateSigningBody(documents=[document], accept_terms=True)
)
asked = VerifySigningBody(transaction_id=signing.transaction_id)
ended = settled(lambda: verify_signing.sync(client=client, x_device_id=device, body=asked))
assert ended.status == "1", ended
signed = download_document.sync(
    uploaded.unique_file_id, DownloadDocumentEdition.SIGNED, client=client, x_device_id=device
)
with open(target, "wb") as out:
    out.write(signed.payload.read())
