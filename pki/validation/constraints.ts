import { children, DerError, expectTag, parse } from '#pki/der/read.ts'
import { generalNameOf } from './names.ts'
import type { GeneralName } from './names.ts'

/** The state of RFC 5280 §6.1.2 (b) and (c): each CA adds a list of permitted subtrees, of which a name must fit every one. */
export type NameConstraints = { readonly permitted: readonly GeneralName[][]; readonly excluded: readonly GeneralName[] }

export const noConstraints: NameConstraints = { permitted: [], excluded: [] }

/** The state after a CA certificate's nameConstraints extension (§6.1.4 g). @throws DerError */
export function constrainedBy(state: NameConstraints, extension: Uint8Array): NameConstraints {
  const subtrees = new Map(children(expectTag(parse(extension), 0x30, 'NameConstraints')).map((part) => [part.tag, part]))
  const basesOf = (tag: number) =>
    (subtrees.has(tag) ? children(subtrees.get(tag)!) : []).map((subtree) => {
      const [base, ...bounds] = children(expectTag(subtree, 0x30, 'a GeneralSubtree'))
      // §4.2.1.10: minimum is 0 (so, in DER, absent) and maximum is absent in every name form of this profile.
      if (!base || bounds.length > 0) throw new DerError('a GeneralSubtree with bounds')
      return generalNameOf(base)
    })
  const permitted = basesOf(0xa0)
  if (permitted.length === 0 && !subtrees.has(0xa1)) throw new DerError('nameConstraints without subtrees')
  return {
    permitted: permitted.length > 0 ? [...state.permitted, permitted] : state.permitted,
    excluded: [...state.excluded, ...basesOf(0xa1)],
  }
}

/** Whether every name lies within the permitted and outside the excluded subtrees (§6.1.3 b, c). */
export const namesFit = (names: readonly GeneralName[], { permitted, excluded }: NameConstraints): boolean =>
  names.every(
    (name) =>
      permitted.every((subtrees) => {
        const sameForm = subtrees.filter((subtree) => formOf(subtree) === formOf(name))
        return sameForm.length === 0 || sameForm.some((subtree) => within(name, subtree) === true)
      }) && excluded.every((subtree) => formOf(subtree) !== formOf(name) || within(name, subtree) === false),
  )

const formOf = (name: GeneralName) => (name.form === 'other' ? `other ${name.tag}` : name.form)

/** undefined where nobody can say, which satisfies neither a permission nor an exclusion. */
function within(name: GeneralName, subtree: GeneralName): boolean | undefined {
  if (name.form === 'directory' && subtree.form === 'directory') return subtree.value.every((rdn, i) => name.value[i] === rdn)
  if (name.form === 'dns' && subtree.form === 'dns') return dnsWithin(name.value, subtree.value)
  if (name.form === 'email' && subtree.form === 'email') return emailWithin(name.value, subtree.value)
  if (name.form === 'uri' && subtree.form === 'uri') return uriWithin(name.value, subtree.value)
  if (name.form === 'ip' && subtree.form === 'ip') return ipWithin(name.value, subtree.value)
  return undefined
}

function dnsWithin(name: string, subtree: string): boolean {
  const host = name.toLowerCase()
  const base = subtree.toLowerCase().replace(/^\./, '')
  return base === '' || host === base || host.endsWith(`.${base}`)
}

function emailWithin(name: string, subtree: string): boolean | undefined {
  const at = name.lastIndexOf('@')
  if (at < 1) return undefined
  const host = name.slice(at + 1).toLowerCase()
  if (subtree.includes('@')) {
    const base = subtree.lastIndexOf('@')
    // Only the host is without case. Names from a subject come here in lower case, so the local part is compared so, to be on the safe side.
    return host === subtree.slice(base + 1).toLowerCase() && name.slice(0, at).toLowerCase() === subtree.slice(0, base).toLowerCase()
  }
  return hostWithin(host, subtree)
}

function uriWithin(name: string, subtree: string): boolean | undefined {
  const host = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:[\]]+)(?::\d*)?(?:[/?#]|$)/i.exec(name)?.[1]?.toLowerCase()
  // §4.2.1.10: a URI without a host name cannot be judged against a constraint.
  if (!host || /^[\d.]+$/.test(host)) return undefined
  return hostWithin(host, subtree)
}

/** A host for e-mail and URI: a leading dot means any host below, and not the host itself. */
function hostWithin(host: string, subtree: string): boolean {
  const base = subtree.toLowerCase()
  return base === '' || (base.startsWith('.') ? host.endsWith(base) : host === base)
}

function ipWithin(address: Uint8Array, subtree: Uint8Array): boolean | undefined {
  if (subtree.length !== 8 && subtree.length !== 32) return undefined
  if (address.length * 2 !== subtree.length) return false
  return address.every((octet, i) => (octet & subtree[address.length + i]!) === (subtree[i]! & subtree[address.length + i]!))
}
