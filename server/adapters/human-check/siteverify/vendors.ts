import type { PageNeeds, Vendor } from '../human-check.ts'

type Addresses = { script: string; siteverify: string; page: PageNeeds }

const google = {
  script: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  frame: 'https://recaptcha.google.com/recaptcha/',
}
const hcaptcha = ['https://hcaptcha.com', 'https://*.hcaptcha.com']
const cloudflare = ['https://challenges.cloudflare.com']

/**
 * Each vendor's own addresses, and the sources that its documentation asks a content security policy to allow; no more than these.
 * Trusted Types stay demanded only where the vendor says that its script runs under them: the other two change their scripts as they
 * like, and one assignment of plain text to a sink would stop everybody at the door.
 */
const documented: Record<Vendor, Addresses> = {
  // developers.google.com/recaptcha/docs/faq; with `trustedtypes=true` the script brings policies of its own.
  recaptcha: {
    script: 'https://www.google.com/recaptcha/api.js',
    siteverify: 'https://www.google.com/recaptcha/api/siteverify',
    page: { scriptSrc: google.script, frameSrc: [google.script[0]!, google.frame], styleSrc: [], connectSrc: [], trustedTypes: true },
  },
  // docs.hcaptcha.com, "Content-Security-Policy Settings", which asks not to name single subdomains.
  hcaptcha: {
    script: 'https://js.hcaptcha.com/1/api.js',
    siteverify: 'https://api.hcaptcha.com/siteverify',
    page: { scriptSrc: hcaptcha, frameSrc: hcaptcha, styleSrc: hcaptcha, connectSrc: hcaptcha, trustedTypes: false },
  },
  // developers.cloudflare.com/turnstile/reference/content-security-policy
  turnstile: {
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
    siteverify: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    page: { scriptSrc: cloudflare, frameSrc: cloudflare, styleSrc: [], connectSrc: [], trustedTypes: false },
  },
}

/** @param baseUrl of somebody who stands in for the vendor with the same paths; then nothing but what is below it is allowed */
export function addressesOf(vendor: Vendor, baseUrl?: string): Addresses {
  const own = documented[vendor]
  if (baseUrl === undefined) return own
  const below = (address: string) => `${baseUrl}${new URL(address).pathname}`
  const only = (sources: readonly string[]) => (sources.length > 0 ? [`${baseUrl}/`] : [])
  const { scriptSrc, frameSrc, styleSrc, connectSrc, trustedTypes } = own.page
  return {
    script: below(own.script),
    siteverify: below(own.siteverify),
    page: {
      scriptSrc: only(scriptSrc),
      frameSrc: only(frameSrc),
      styleSrc: only(styleSrc),
      connectSrc: only(connectSrc),
      trustedTypes,
    },
  }
}
