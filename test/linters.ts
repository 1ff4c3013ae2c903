/** Linters of certificates that strangers wrote, installed beside the build where Python and Go are; and what each says of a file. */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

export type Kind = 'certificate' | 'list' | 'answer'
/** `person` is whom a certificate of ours is for. */
export type Judged = { name: string; kind: Kind; file: string; person?: 'natural' | 'legal'; issuer?: string }
export type Said = { severity: 'error' | 'warning'; code: string }
type Linter = { name: string; judges: (one: Judged) => boolean; lint: (one: Judged) => Promise<Said[]> }

const folder = join(import.meta.dirname, '../.cache/linters')
const installMs = 600_000
const run = promisify(execFile)

/** What a program said, whatever its exit code. */
async function said(command: string, args: string[], timeout = 120_000): Promise<{ ok: boolean; text: string }> {
  try {
    const { stdout, stderr } = await run(command, args, { timeout, maxBuffer: 16 * 1024 * 1024 })
    return { ok: true, text: stdout + stderr }
  } catch (error) {
    const { stdout = '', stderr = '', code } = error as { stdout?: string; stderr?: string; code?: unknown }
    if (typeof code !== 'number') throw error
    return { ok: false, text: stdout + stderr }
  }
}

/** pkilint (DigiCert), from PyPI. @throws where it cannot be installed */
async function pkilint(): Promise<Linter[]> {
  const bin = join(folder, 'pkilint/bin')
  if (!existsSync(join(bin, 'lint_etsi_cert'))) {
    await run('python3', ['-m', 'venv', join(folder, 'pkilint')], { timeout: installMs })
    await run(join(bin, 'pip'), ['install', '-q', 'pkilint==0.13.3'], { timeout: installMs })
  }
  const with_ = (name: string, judges: Linter['judges'], args: (one: Judged) => string[]): Linter => ({
    name: `pkilint ${name}`,
    judges,
    async lint(one) {
      const { ok, text } = await said(join(bin, `lint_${args(one)[0]}`), ['lint', '-s', 'WARNING', ...args(one).slice(1), one.file])
      const found = Array.from(text.matchAll(/^\s+(\S+) \((FATAL|ERROR|WARNING)\)/gm), ([, code, severity]): Said => ({
        severity: severity === 'WARNING' ? 'warning' : 'error',
        code: code!,
      }))
      if (!ok && found.length === 0) throw new Error(`pkilint on ${one.name}: ${text}`)
      return found
    },
  })
  const isCertificate = ({ kind }: Judged) => kind === 'certificate'
  return [
    with_('pkix', isCertificate, () => ['pkix_cert']),
    with_(
      'etsi',
      ({ person }) => person !== undefined,
      ({ person }) => ['etsi_cert', '-t', `NCP-${person!.toUpperCase()}-PERSON-CERTIFICATE`],
    ),
    with_(
      'crl',
      ({ kind }) => kind === 'list',
      () => ['crl', '-t', 'CRL', '-p', 'PKIX'],
    ),
    with_(
      'ocsp',
      ({ kind }) => kind === 'answer',
      () => ['ocsp_response'],
    ),
  ]
}

/** zlint (ZMap), from the Go module proxy. @throws where it cannot be installed */
async function zlint(): Promise<Linter[]> {
  const program = join(folder, 'zlint')
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true })
    const env = { ...process.env, GOBIN: folder, GOFLAGS: '-mod=mod' }
    await run('go', ['install', 'github.com/zmap/zlint/v3/cmd/zlint@v3.6.8'], { timeout: installMs, env })
  }
  const severities = { warn: 'warning', error: 'error', fatal: 'error' } as const
  const lint = async ({ file }: Judged) => {
    const { text } = await said(program, [file])
    const results = Object.entries(JSON.parse(text) as Record<string, { result: string }>)
    return results.flatMap(([code, { result }]) =>
      result in severities ? [{ severity: severities[result as keyof typeof severities], code }] : [],
    )
  }
  return [{ name: 'zlint', judges: ({ kind }) => kind === 'certificate', lint }]
}

/** Whatever a program complains of while it reads and verifies a file. */
const reader = (name: string, args: (one: Judged) => string[], expected: RegExp): Linter => ({
  name,
  judges: () => true,
  async lint(one) {
    const [command, ...rest] = args(one)
    const { ok, text } = await said(command!, rest)
    if (!ok || !expected.test(text)) return [{ severity: 'error', code: text.trim().split('\n').at(-1)! }]
    return Array.from(text.matchAll(/^.*\b(error|warning)\b.*$/gim), ([line]) => ({ severity: 'error', code: line }))
  },
})

const openssl = reader(
  'openssl',
  ({ kind, file, issuer }) =>
    kind === 'certificate'
      ? ['openssl', 'verify', '-x509_strict', '-check_ss_sig', '-no_check_time', '-partial_chain', '-trusted', issuer!, file]
      : kind === 'list'
        ? ['openssl', 'crl', '-inform', 'DER', '-in', file, '-noout', '-CAfile', issuer!]
        : ['openssl', 'ocsp', '-respin', file, '-noverify', '-resp_text'],
  /: OK\n$|verify OK|OCSP Response Status: successful/,
)
const gnutls = reader(
  'gnutls',
  ({ kind, file }) =>
    kind === 'certificate'
      ? ['certtool', '-i', '--infile', file]
      : kind === 'list'
        ? ['certtool', '--crl-info', '--inder', '--infile', file]
        : ['ocsptool', '--response-info', '--infile', file],
  /X\.509 Certificate Information|X\.509 Certificate Revocation List Information|Response Status: Successful/,
)

/** The linters that are here, and why others are not. */
export async function linters(): Promise<{ here: Linter[]; skipped: string[] }> {
  const here: Linter[] = [openssl, gnutls]
  const skipped: string[] = []
  for (const install of [pkilint, zlint])
    try {
      here.push(...(await install()))
    } catch (error) {
      skipped.push(`${install.name}: ${(error as Error).message.split('\n')[0]}`)
    }
  return { here, skipped }
}
