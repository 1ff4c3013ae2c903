/** OpenSSL and GnuTLS as a relying party has them: with the root, and with what the certificate itself points to. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { judge } from '#test/certificateHolder.ts'
import type { TestServer } from '#test/server.ts'

export async function certificateJudges({ url }: Pick<TestServer, 'url'>) {
  const folder = mkdtempSync(join(tmpdir(), 'tawqi-judged-'))
  const at = (name: string) => join(folder, name)
  const openssl = (...args: string[]) => judge('openssl', args)
  const fetched = async (address: string) => Buffer.from(await (await fetch(address)).arrayBuffer())

  /** Fetches DER, and has openssl write it as PEM. @returns the PEM file's name */
  async function fetchAs(kind: 'x509' | 'crl', address: string, name: string): Promise<string> {
    writeFileSync(at(`${name}.der`), await fetched(address))
    await openssl(kind, '-inform', 'DER', '-in', at(`${name}.der`), '-out', at(name))
    return at(name)
  }
  const root = await fetchAs('x509', `${url}/pki/ca/root.cer`, 'root.pem')
  const people = await fetchAs('x509', `${url}/pki/ca/people.cer`, 'people.pem')

  return {
    root,
    people,
    at,
    openssl,
    certtool: (...args: string[]) => judge('certtool', args),
    keytool: (...args: string[]) => judge('keytool', ['-J-Xshare:auto', '-J-XX:TieredStopAtLevel=1', ...args]),
    save(name: string, contents: Uint8Array | string): string {
      writeFileSync(at(name), contents)
      return at(name)
    },
    /** Strictly, with the chain that was downloaded. */
    verify: (file: string, chain: string, ...options: string[]) =>
      openssl('verify', '-x509_strict', '-check_ss_sig', '-CAfile', root, '-untrusted', chain, ...options, file),
    /** The status, by the address in the certificate. */
    async ocsp(file: string): Promise<string> {
      const address = (await openssl('x509', '-in', file, '-noout', '-ocsp_uri')).trim()
      return openssl('ocsp', '-issuer', people, '-cert', file, '-CAfile', root, '-url', address)
    },
    /** The list, by the address in the certificate. @returns the PEM file's name */
    async crl(file: string): Promise<string> {
      const text = await openssl('x509', '-in', file, '-noout', '-ext', 'crlDistributionPoints')
      return fetchAs('crl', /URI:(\S+)/.exec(text)![1]!, 'list.pem')
    },
    /** Strictly, with the list that the certificate points to. */
    async verifyWithList(file: string): Promise<string> {
      return openssl('verify', '-x509_strict', '-crl_check', '-CRLfile', await this.crl(file), '-CAfile', root, '-untrusted', people, file)
    },
    close: () => rmSync(folder, { recursive: true }),
  }
}
