import type { Configuration } from '../configuration/configuration.ts'

/** What the browser is told about every answer. Pages add the hashes of their style sheets to the policy. */
export const securityHeaders = ({ PUBLIC_URL }: Pick<Configuration, 'PUBLIC_URL'>): Record<string, string> => ({
  'content-security-policy': contentSecurityPolicy(),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  ...(PUBLIC_URL.startsWith('https:') && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
})

/** @param styleHashes `'sha256-…'`, of the style sheets that a prerendered page carries inline */
export function contentSecurityPolicy(styleHashes: readonly string[] = []): string {
  return [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    ["style-src 'self'", ...styleHashes].join(' '),
    "img-src 'self' data: blob:",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}
