import { isIPv6 } from 'node:net'

/** An address as the record has it: IPv4 that came within IPv6 (RFC 4291 §2.5.5.2, RFC 6052 §2.1) is the IPv4 address. */
export function plainAddress(address: string): string {
  const groups = groupsOf(address)
  return (groups && embeddedIPv4(groups)) ?? address
}

/**
 * What limits count an address by: IPv4 as it is, IPv6 by its /64, because that much is one connection's own (RFC 6177 §2) and holds more
 * addresses than any limit.
 */
export function networkOf(address: string): string {
  const groups = groupsOf(address)
  if (!groups) return address
  return embeddedIPv4(groups) ?? `${groups.slice(0, 4).map(hex).join(':')}::/64`
}

const hex = (group: number) => group.toString(16)

/** The eight groups of an IPv6 address in any of its spellings (RFC 4291 §2.2), or null for anything else. */
function groupsOf(address: string): number[] | null {
  if (!isIPv6(address)) return null
  const [plain] = address.split('%') // a zone is this machine's own name for one of its links
  const [head = '', tail] = plain!.split('::')
  const before = partsOf(head)
  const after = partsOf(tail ?? '')
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

const partsOf = (text: string): number[] =>
  text === ''
    ? []
    : text.split(':').flatMap((part) => {
        if (!part.includes('.')) return [Number.parseInt(part, 16)]
        const [a, b, c, d] = part.split('.').map(Number)
        return [a! * 256 + b!, c! * 256 + d!]
      })

const mapped = [0, 0, 0, 0, 0, 0xffff]
const translated = [0x64, 0xff9b, 0, 0, 0, 0]

function embeddedIPv4(groups: number[]): string | null {
  if (![mapped, translated].some((prefix) => prefix.every((group, at) => groups[at] === group))) return null
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join('.')
}
