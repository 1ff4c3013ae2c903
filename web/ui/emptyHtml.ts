/**
 * The content security policy asks for Trusted Types. React Aria's announcer, which date fields use, empties its node by
 * `innerHTML = ''`: taking content away is allowed, any other text is still refused.
 */
type Policies = { createPolicy(name: 'default', rules: { createHTML(html: string): string | null }): unknown }

const { trustedTypes } = globalThis as { trustedTypes?: Policies }
trustedTypes?.createPolicy('default', { createHTML: (html) => (html === '' ? '' : null) })
