import type { PageNeeds } from '#server/adapters/human-check/human-check.ts'
import type { Configuration } from '../configuration/configuration.ts'

/** What the browser is told about every answer. Pages add the hashes of their style sheets to the policy. */
export const securityHeaders = ({ PUBLIC_URL }: Pick<Configuration, 'PUBLIC_URL'>, needs: PageNeeds): Record<string, string> => ({
  'content-security-policy': contentSecurityPolicy(needs),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  ...(PUBLIC_URL.startsWith('https:') && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
})

/**
 * @param needs what the human check that is configured loads from elsewhere: nothing, by default
 * @param styleHashes `'sha256-…'`, of the style sheets that a prerendered page carries inline
 */
export function contentSecurityPolicy(needs: PageNeeds, styleHashes: readonly string[] = []): string {
  const besidesOurs = (directive: string, sources: readonly string[]) =>
    sources.length > 0 ? [`${directive} 'self' ${sources.join(' ')}`] : []
  return [
    "default-src 'self'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...needs.scriptSrc].join(' '),
    ["style-src 'self'", ...styleHashes, ...needs.styleSrc].join(' '),
    ...besidesOurs('frame-src', needs.frameSrc),
    ...besidesOurs('connect-src', needs.connectSrc),
    "img-src 'self' data: blob:",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(needs.trustedTypes ? ["require-trusted-types-for 'script'"] : []),
  ].join('; ')
}
