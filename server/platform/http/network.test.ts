import { expect, test } from 'vitest'
import { networkOf, plainAddress } from './network.ts'

test.each([
  ['IPv4', '203.0.113.9', '203.0.113.9'],
  ['IPv4, mapped', '::ffff:203.0.113.9', '203.0.113.9'],
  ['IPv4, mapped, in capitals', '::FFFF:203.0.113.9', '203.0.113.9'],
  ['IPv4, mapped, in hexadecimal', '::ffff:cb00:7109', '203.0.113.9'],
  ['IPv4, mapped, written out', '0:0:0:0:0:ffff:cb00:7109', '203.0.113.9'],
  ['IPv4, translated', '64:ff9b::203.0.113.9', '203.0.113.9'],
  ['IPv6', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['its neighbour', '2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['the first of the network', '2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['with zeros in front and capitals', '2001:0DB8:0001:0002::6', '2001:db8:1:2::/64'],
  ['the next network', '2001:db8:1:3::6', '2001:db8:1:3::/64'],
  ['zeros left out in the first half', '2001::3:4:5:6:7', '2001:0:0:3::/64'],
  ['loopback', '::1', '0:0:0:0::/64'],
  ['a link of this machine', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['not an address', 'unknown', 'unknown'],
])('%s: %s counts as %s', (_name, address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('the record has mapped IPv4 as IPv4, and IPv6 whole', () => {
  expect(plainAddress('::ffff:203.0.113.9')).toBe('203.0.113.9')
  expect(plainAddress('203.0.113.9')).toBe('203.0.113.9')
  expect(plainAddress('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2:3:4:5:6')
})
