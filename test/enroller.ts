/** Somebody who opens an account, as their browser would. */
import { expect, vi } from 'vitest'
import type { Browser, TestServer } from './server.ts'

const path = '/api/v1/auth/enrollment'
export const goodPassword = 'Nakhlah-1447'

type Contact = { email: string; mobile: string }

export function enroller(server: TestServer) {
  const { simulators } = server
  const texts = async (place: 'sms' | 'mail', to: string) =>
    ((await (await fetch(`${simulators.url}/${place}/messages?to=${encodeURIComponent(to)}`)).json()) as { text: string }[]).map(
      ({ text }) => text,
    )
  const codesAmong = (all: string[]) => all.flatMap((text) => /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? [])
  const linksAmong = (all: string[]) => all.flatMap((text) => /#([\w-]{43})/.exec(text)?.[1] ?? [])
  let people = 0

  return {
    texts,
    /** An address that nobody else has. */
    contact: (): Contact => {
      people++
      return { email: `new.person.${people}@example.sa`, mobile: `96655${String(1_000_000 + people)}` }
    },

    /** Proves the identity. @returns what the last answer carries */
    async prove(browser: Browser, nationalID: string) {
      const started = await browser.post('/api/v1/auth/nafath/enrollment/initiate', { nationalID })
      if (started.body.status !== '1') throw new Error(`not started: ${started.text}`)
      const { transId, random } = started.body
      const answer = await browser.pollUntilEnded('/api/v1/auth/nafath/enrollment/verify', { nationalID, transId, random })
      if (answer.status !== 200) throw new Error(`not proven: ${answer.text}`)
      return answer.body
    },
    state: (browser: Browser, enrolmentID: string) => browser.post(`${path}/state`, { enrolmentID }),
    details: (browser: Browser, enrolmentID: string, { email, mobile }: Contact, others: object = {}) =>
      browser.post(`${path}/contact`, { enrolmentID, email, mobileNo: mobile, password: goodPassword, acceptTerms: true, ...others }),
    resend: (browser: Browser, enrolmentID: string, channel: 'email' | 'sms') =>
      browser.post(`${path}/resendOTP`, { enrolmentID, channel }),
    verify: (browser: Browser, enrolmentID: string, channel: 'email' | 'sms', otp: string) =>
      browser.post(`${path}/verifyOTP`, { enrolmentID, channel, otp }),
    look: (browser: Browser, token: string) => browser.post(`/${token}`),
    confirm: (browser: Browser, hash: string) => browser.post(`${path}/confirmEmail`, { hash }),
    complete: (browser: Browser, enrolmentID: string) => browser.post(`${path}/complete`, { enrolmentID }),

    /** The newest code, once more than `seen` have come. */
    code: (place: 'sms' | 'mail', to: string, seen = 0) =>
      vi.waitFor(async () => {
        const codes = codesAmong(await texts(place, to))
        expect(codes.length).toBeGreaterThan(seen)
        return codes[0]!
      }, 8_000),
    /** The newest link's token. */
    link: (to: string, seen = 0) =>
      vi.waitFor(async () => {
        const links = linksAmong(await texts('mail', to))
        expect(links.length).toBeGreaterThan(seen)
        return links[0]!
      }, 8_000),

    /** Everything up to the last button. @returns the enrolment's secret */
    async untilLast(browser: Browser, nationalID: string, contact: Contact, others: object = {}): Promise<string> {
      const { enrolment } = await this.prove(browser, nationalID)
      await this.reach(browser, enrolment.enrolmentID, contact, others)
      return enrolment.enrolmentID
    },

    /** Gives the details of whoever proved who they are, and confirms both addresses. */
    async reach(browser: Browser, enrolmentID: string, contact: Contact, others: object = {}): Promise<void> {
      const given = await this.details(browser, enrolmentID, contact, others)
      if (given.status !== 200) throw new Error(`details refused: ${given.text}`)
      for (const [channel, place, to] of [
        ['email', 'mail', contact.email],
        ['sms', 'sms', contact.mobile],
      ] as const) {
        const answer = await this.verify(browser, enrolmentID, channel, await this.code(place, to))
        if (answer.body.status !== '1') throw new Error(`code refused: ${answer.text}`)
      }
    },
  }
}
