"""Signs files with LibreOffice, over its bridge to Python; its certificates are those of a database of NSS."""
import os
import subprocess
import sys
import tempfile
import time

sys.path.append(os.path.dirname(__file__))
import jobs
import uno
from com.sun.star.beans import PropertyValue


def keys(folder, operation):
    authority = jobs.FOLDER
    subprocess.run(['certutil', '-N', '-d', 'sql:' + folder, '--empty-password'], check=True)
    for name in ('root', 'people'):
        subprocess.run(['certutil', '-A', '-d', 'sql:' + folder, '-n', name, '-t', 'CT,C,C', '-i', os.path.join(authority, name + '.pem')], check=True)
    subprocess.run(['pk12util', '-i', jobs.key_file(operation), '-d', 'sql:' + folder, '-W', jobs.PASSWORD], check=True, stdout=subprocess.DEVNULL)


def connect(work):
    resolver = uno.getComponentContext().ServiceManager.createInstance('com.sun.star.bridge.UnoUrlResolver')
    for _ in range(60):
        try:
            return resolver.resolve('uno:pipe,name=%s;urp;StarOffice.ComponentContext' % os.path.basename(work))
        except Exception:
            time.sleep(0.5)
    raise RuntimeError('LibreOffice does not answer')


def prop(name, value):
    return PropertyValue(Name=name, Value=value)


def sign(context, operation, source, target):
    manager = context.ServiceManager
    desktop = manager.createInstanceWithContext('com.sun.star.frame.Desktop', context)
    initializer = manager.createInstanceWithContext('com.sun.star.xml.crypto.SEInitializer', context)
    environment = initializer.createSecurityContext('').getSecurityEnvironment()
    certificate = environment.getPersonalCertificates()[0]
    document = desktop.loadComponentFromURL(uno.systemPathToFileUrl(source), '_blank', 0, (prop('Hidden', True),))
    filter_data = [prop('SignPDF', True), prop('SignatureCertificate', certificate), prop('SignatureReason', 'I agree'), prop('SignatureLocation', 'Riyadh')]
    if operation == 'pdfa':
        filter_data.append(prop('SelectPdfVersion', 2))
    if operation == 'bt':
        filter_data.append(prop('SignatureTSA', jobs.TSA))
    document.storeToURL(uno.systemPathToFileUrl(target), (
        prop('FilterName', 'draw_pdf_Export'), prop('FilterData', uno.Any('[]com.sun.star.beans.PropertyValue', tuple(filter_data)))))
    document.close(True)


def main():
    with tempfile.TemporaryDirectory() as work:
        keys(work, 'approval')
        office = subprocess.Popen(
            ['soffice', '--headless', '--norestore', '-env:UserInstallation=file://%s/profile' % work, '--accept=pipe,name=%s;urp;' % os.path.basename(work)],
            env={**os.environ, 'MOZILLA_CERTIFICATE_FOLDER': 'sql:' + work, 'HOME': work})
        try:
            context = connect(work)
            jobs.run(lambda operation, source, target: sign(context, operation, source, target))
        finally:
            subprocess.run(['pkill', '-P', str(office.pid)], check=False)
            office.kill()


main()
