/** The throw-away authority of a corpus: root, issuing authority, signers, time stamps and revocation, made with openssl and kept beside the files. */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const password = 'corpus'
const portFile = 'port.txt'

const configuration = (url: string) => `
[req]
distinguished_name = dn
prompt = no
[dn]
[root]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
[people]
basicConstraints = critical, CA:TRUE, pathlen:0
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
crlDistributionPoints = URI:${url}/root.crl
[person]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature, nonRepudiation
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
authorityInfoAccess = OCSP;URI:${url}/ocsp, caIssuers;URI:${url}/people.der
crlDistributionPoints = URI:${url}/people.crl
[ocsp]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = OCSPSigning
noCheck = ignored
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
[tsa]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
crlDistributionPoints = URI:${url}/people.crl
[root_ca]
database = root.txt
crlnumber = root.crlnumber
default_md = sha256
default_crl_days = 365
private_key = root.key
certificate = root.pem
[people_ca]
database = people.txt
crlnumber = people.crlnumber
default_md = sha256
default_crl_days = 365
private_key = people.key
certificate = people.pem
[tsa_config]
default_policy = 1.2.3.4.1
digests = sha256, sha384, sha512
accuracy = secs:1
ess_cert_id_chain = no
ess_cert_id_alg = sha256
signer_digest = sha256
serial = tsa.serial
`

const people = [
  { name: 'rsa', subject: '/C=SA/CN=Layla Salem', key: ['rsa:2048'], serial: 201 },
  { name: 'ec', subject: '/C=SA/CN=Fahad Nasser', key: ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'], serial: 202 },
  { name: 'tsa', subject: '/C=SA/O=Corpus/CN=Corpus time stamps', key: ['rsa:2048'], serial: 203 },
  { name: 'ocsp', subject: '/C=SA/O=Corpus/CN=Corpus OCSP', key: ['rsa:2048'], serial: 204 },
] as const

function makeAuthority(folder: string, port: number): void {
  mkdirSync(folder, { recursive: true })
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  write('openssl.cnf', configuration(`http://127.0.0.1:${port}`))
  for (const name of ['root.txt', 'people.txt']) write(name, '')
  for (const name of ['root.crlnumber', 'people.crlnumber', 'tsa.serial']) write(name, '01\n')
  openssl(
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-noenc',
    '-keyout',
    'root.key',
    '-out',
    'root.pem',
    '-days',
    '3650',
    '-subj',
    '/C=SA/O=Corpus/CN=Corpus root',
    '-config',
    'openssl.cnf',
    '-extensions',
    'root',
  )
  const issue = (name: string, subject: string, key: readonly string[], issuer: string, extensions: string, serial: number) => {
    openssl('req', '-newkey', ...key, '-noenc', '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', subject, '-config', 'openssl.cnf')
    openssl(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      '-CA',
      `${issuer}.pem`,
      '-CAkey',
      `${issuer}.key`,
      '-set_serial',
      `${serial}`,
      '-days',
      '1825',
      '-extfile',
      'openssl.cnf',
      '-extensions',
      extensions,
      '-out',
      `${name}.pem`,
    )
  }
  issue('people', '/C=SA/O=Corpus/CN=Corpus people', ['rsa:2048'], 'root', 'people', 101)
  for (const { name, subject, key, serial } of people)
    issue(name, subject, key, 'people', name === 'rsa' || name === 'ec' ? 'person' : name, serial)
  const lines = people.map(
    ({ serial, subject }) => `V\t361231235959Z\t\t${serial.toString(16).padStart(4, '0').toUpperCase()}\tunknown\t${subject}\n`,
  )
  write('people.txt', lines.join(''))
  for (const name of ['root', 'people']) {
    openssl('ca', '-gencrl', '-name', `${name}_ca`, '-config', 'openssl.cnf', '-out', `${name}.crl.pem`)
    openssl('crl', '-in', `${name}.crl.pem`, '-outform', 'DER', '-out', `${name}.crl`)
  }
  for (const name of ['root', 'people', ...people.map(({ name }) => name)])
    openssl('x509', '-in', `${name}.pem`, '-outform', 'DER', '-out', `${name}.der`)
  write('chain.pem', ['people', 'root'].map((name) => readFileSync(join(folder, `${name}.pem`), 'latin1')).join(''))
  // 3DES and SHA-1, because some of the tools read no other key file.
  const old = ['-certpbe', 'PBE-SHA1-3DES', '-keypbe', 'PBE-SHA1-3DES', '-macalg', 'sha1']
  for (const name of ['rsa', 'ec'])
    openssl(
      'pkcs12',
      '-export',
      ...old,
      '-name',
      'signer',
      '-inkey',
      `${name}.key`,
      '-in',
      `${name}.pem`,
      '-certfile',
      'chain.pem',
      '-passout',
      `pass:${password}`,
      '-out',
      `${name}.p12`,
    )
  write(portFile, String(port))
}

export type Authority = { folder: string; url: string; close(): void }

/** Opens the authority of a folder, made now if it is not there, and serves time stamps, OCSP, lists and certificates on 127.0.0.1. */
export async function openAuthority(folder: string): Promise<Authority> {
  const isKept = existsSync(join(folder, portFile))
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      void answer(folder, request.url ?? '', Buffer.concat(chunks)).then(({ type, body }) => {
        response.writeHead(body ? 200 : 404, { 'content-type': type }).end(body)
      })
    })
  })
  // Its certificates name the port: another run with the same authority needs the same one.
  const port = await listen(server, isKept ? Number(readFileSync(join(folder, portFile), 'latin1')) : 0)
  if (!isKept) makeAuthority(folder, port)
  return { folder, url: `http://127.0.0.1:${port}`, close: () => void server.close() }
}

const listen = (server: Server, port: number) =>
  new Promise<number>((resolve, reject) => {
    server.on('error', reject)
    server.listen(port, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
  })

type Answer = { type: string; body?: Buffer }

async function answer(folder: string, url: string, question: Buffer): Promise<Answer> {
  const work = mkdtempSync(join(tmpdir(), 'corpus-answer-'))
  const [asked, answered] = [join(work, 'question'), join(work, 'answer')]
  try {
    writeFileSync(asked, question)
    if (url === '/tsa') {
      await openssl(
        folder,
        'ts',
        '-reply',
        '-queryfile',
        asked,
        '-config',
        'openssl.cnf',
        '-section',
        'tsa_config',
        '-signer',
        'tsa.pem',
        '-inkey',
        'tsa.key',
        '-chain',
        'chain.pem',
        '-out',
        answered,
      )
      return { type: 'application/timestamp-reply', body: readFileSync(answered) }
    }
    if (url === '/ocsp') {
      await openssl(
        folder,
        'ocsp',
        '-index',
        'people.txt',
        '-CA',
        'people.pem',
        '-rsigner',
        'ocsp.pem',
        '-rkey',
        'ocsp.key',
        '-reqin',
        asked,
        '-ndays',
        '300',
        '-respout',
        answered,
      )
      return { type: 'application/ocsp-response', body: readFileSync(answered) }
    }
    const [, name] = /^\/((?:root|people)\.(?:crl|der))$/.exec(url) ?? []
    return name ? { type: 'application/octet-stream', body: readFileSync(join(folder, name)) } : { type: 'text/plain' }
  } catch (error) {
    console.error(`the authority did not answer ${url}: ${error instanceof Error ? error.message : String(error)}`)
    return { type: 'text/plain' }
  } finally {
    rmSync(work, { recursive: true })
  }
}

const openssl = (cwd: string, ...args: string[]) =>
  new Promise<void>((resolve, reject) => {
    let words = ''
    const child = spawn('openssl', args, { cwd, stdio: ['ignore', 'ignore', 'pipe'], timeout: 20_000 })
    child.stderr.on('data', (text) => (words += text))
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`openssl ${args[0]} ended with ${code}: ${words.trim()}`))))
  })
