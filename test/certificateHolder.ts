/** A person who gets certificates as people do: applies, pays, confirms in the identity app, has them issued. */
import { execFile, execFileSync } from 'node:child_process'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { payer } from './payer.ts'
import type { Answer, Browser, TestServer } from './server.ts'

export const base = '/api/v1/dsc/my'

export type Wanted = { code?: string; years?: number; keySource?: string; keyKind?: string; csr?: string; renews?: string }

export function certificateHolder(server: TestServer, browser: Browser) {
  const shop = payer(server)
  const holder = {
    shop,
    /** The answer to an application, whatever it is. */
    async apply({ code = 'personalSigningHigh', years = 1, keySource = 'keyStore', ...more }: Wanted = {}): Promise<Answer> {
      const classes = (await browser.get('/api/v1/common/dsc/classes')).body.dataList as {
        classCode: string
        prices: { years: number }[]
      }[]
      const offer = classes.find(({ classCode }) => classCode === code)!.prices.find((price) => price.years === years)!
      const { productPricingDetailsSlno } = offer as unknown as { productPricingDetailsSlno: number }
      return browser.post(`${base}/apply`, { productPricingDetailsSlno, keySource, ...more, acceptTerms: true })
    },
    read: async (slno: string) => (await browser.get(`${base}/certificates/${slno}`)).body,
    /** @returns the application's public id */
    async applyAndPay(wanted: Wanted = {}): Promise<string> {
      const { body, text } = await holder.apply(wanted)
      if (!body.paymentUrl) throw new Error(`not applied: ${text}`)
      await shop.pay(body.paymentUrl)
      await shop.until(async () => (await holder.read(body.encodedCertificateSlno)).state === 'paid')
      return body.encodedCertificateSlno
    },
    async confirm(slno: string): Promise<Answer> {
      const started = await browser.post(`${base}/identity/initiate`, { encodedCertificateSlno: slno })
      if (started.body.status !== '1') return started
      const { transId, random } = started.body
      return browser.pollUntilEnded(`${base}/identity/verify`, { encodedCertificateSlno: slno, transId, random })
    },
    act: (action: string, slno: string, more: object = {}) => browser.post(`${base}/${action}`, { encodedCertificateSlno: slno, ...more }),
    /** All the way to an application that can be issued. */
    async verified(wanted: Wanted = {}): Promise<string> {
      const slno = await holder.applyAndPay(wanted)
      const { body } = await holder.confirm(slno)
      if (body.status !== '1') throw new Error(`not confirmed: ${JSON.stringify(body)}`)
      return slno
    },
    /** All the way to an active certificate. */
    async issued(wanted: Wanted = {}, more: object = {}): Promise<string> {
      const slno = await holder.verified(wanted)
      const { body, text } = await holder.act('issue', slno, more)
      if (body.state !== 'active') throw new Error(`not issued: ${text}`)
      return slno
    },
    download: async (slno: string, format: string) => (await browser.get(`${base}/download/${slno}/${format}`)).body as Buffer,
  }
  return holder
}

/** A certification request as a person's own program makes it. @param key a new one on P-256, unless it is given */
export function newRequest(
  key: KeyObject = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
  subject = '/CN=Somebody Else',
  options: string[] = [],
) {
  const folder = mkdtempSync(join(tmpdir(), 'tawqi-request-'))
  const file = join(folder, 'key.pem')
  writeFileSync(file, key.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  const csr = execFileSync('openssl', ['req', '-new', '-key', file, '-subj', subject, ...options], { encoding: 'utf8', timeout: 20_000 })
  rmSync(folder, { recursive: true })
  return { csr, key }
}

/** Runs a foreign program while the product, which it may ask, goes on in this process. @returns all that it wrote */
export async function judge(program: string, args: string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(program, args).catch((error: { stdout: string; stderr: string }) => error)
  return stdout + stderr
}
