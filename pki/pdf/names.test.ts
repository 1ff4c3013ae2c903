import { expect, test } from 'vitest'
import { nameAt } from './names.ts'

test('a name is its octets, whatever was read before', () => {
  const names = ['', 'A', 'AB', 'BA', 'Type', 'Typf', 'caf\u00e9', '\u0000', 'x'.repeat(64), 'x'.repeat(65), 'x'.repeat(5_000)]
  const many = Array.from({ length: 3_000 }, (_, i) => `F${i}`)
  for (const name of [...names, ...many, ...names, ...many]) {
    const octets = Buffer.from(`/${name} `, 'latin1')
    expect(nameAt(octets, 1, 1 + name.length)).toBe(name)
  }
})
