import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPublicKey, randomBytes, verify } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { softwareKeys } from './software.ts'

const folder = mkdtempSync(join(tmpdir(), 'tawqi-keys-'))
afterAll(() => rmSync(folder, { recursive: true }))

const passphrase = randomBytes(32)
let stores = 0
const newStore = () => {
  const at = join(folder, String(++stores))
  return { at, open: (by = passphrase) => softwareKeys(at, by) }
}
const read = (at: string, id: string) => JSON.parse(readFileSync(join(at, `${id}.key`), 'utf8')) as Record<string, string>

test.each(['P-256', 'P-384', 'RSA-3072'] as const)('a key is made, and signs after a restart (%s)', async (kind) => {
  const { open } = newStore()
  const { publicKey } = await open().create('one', kind)
  const signer = await open().open('one')
  const signature = signer.sign(Buffer.from('words'))
  const key = createPublicKey({ key: Buffer.from(publicKey), format: 'der', type: 'spki' })
  expect(verify(kind === 'P-384' ? 'sha384' : 'sha256', Buffer.from('words'), key, signature)).toBe(true)
})

test('what is made in a store has one salt, also after a restart, and a nonce of its own each', async () => {
  const { at, open } = newStore()
  const first = open()
  await first.create('one', 'P-256')
  await first.create('two', 'P-256')
  const second = open()
  await second.open('one')
  await second.create('three', 'P-256')
  const files = ['one', 'two', 'three'].map((id) => read(at, id))
  expect(new Set(files.map(({ salt }) => salt)).size).toBe(1)
  expect(new Set(files.map(({ nonce }) => nonce)).size).toBe(3)
  expect(Buffer.from(files[0]!.salt!, 'base64')).toHaveLength(16)
})

test('files of earlier releases, with a salt each, are opened by one store', async () => {
  const { at, open } = newStore()
  const made = []
  for (const id of ['one', 'two', 'three']) made.push((await open().create(id, 'P-256')).publicKey)
  expect(new Set(['one', 'two', 'three'].map((id) => read(at, id).salt)).size).toBe(3)
  const store = open()
  for (const [i, id] of ['one', 'two', 'three', 'one'].entries()) expect((await store.open(id)).publicKey).toEqual(made[i % 3])
})

test.each<[string, (file: Record<string, string>) => Record<string, string>]>([
  ['another salt', (file) => ({ ...file, salt: randomBytes(16).toString('base64') })],
  ['another nonce', (file) => ({ ...file, nonce: randomBytes(12).toString('base64') })],
  ['another kind', (file) => ({ ...file, kind: 'P-384' })],
  ['another tag', (file) => ({ ...file, tag: randomBytes(16).toString('base64') })],
  ['the beginning of its tag', (file) => ({ ...file, tag: Buffer.from(file['tag']!, 'base64').subarray(0, 4).toString('base64') })],
  ['a nonce of no length', (file) => ({ ...file, nonce: '' })],
  ['no salt', ({ salt: _salt, ...file }) => file],
])('a file with %s is refused', async (_what, change) => {
  const { at, open } = newStore()
  const store = open()
  await store.create('one', 'P-256')
  const changed = change(read(at, 'one'))
  writeFileSync(join(at, 'one.key'), JSON.stringify(changed))
  const refused = 'the key one cannot be opened: another master key, or the file was changed'
  await expect(store.open('one')).rejects.toThrow(refused)
  const next = open()
  await expect(next.open('one')).rejects.toThrow(refused)
  await next.create('two', 'P-256')
  expect(read(at, 'two').salt, 'nothing that it brought goes on').not.toBe(changed.salt)
})

test('a file that is cut short is refused, and one that cannot be read is not said to be absent', async () => {
  const { at, open } = newStore()
  const store = open()
  await store.create('one', 'P-256')
  for (const length of [40, 0]) {
    writeFileSync(join(at, 'one.key'), readFileSync(join(at, 'one.key')).subarray(0, length))
    await expect(store.open('one')).rejects.toThrow('the key one cannot be opened: another master key, or the file was changed')
  }
  mkdirSync(join(at, 'two.key'))
  await expect(store.open('two')).rejects.toThrow('EISDIR')
  expect(readdirSync(at), 'no drafts are left').toEqual(['one.key', 'two.key'])
})

test('another master key, another place, a taken id and one that is none are refused', async () => {
  const { at, open } = newStore()
  const store = open()
  await store.create('one', 'P-256')
  await expect(open(randomBytes(32)).open('one')).rejects.toThrow('another master key')
  writeFileSync(join(at, 'two.key'), readFileSync(join(at, 'one.key')))
  await expect(store.open('two')).rejects.toThrow('the key two cannot be opened')
  await expect(store.create('one', 'P-256')).rejects.toThrow('the key exists already')
  await expect(store.open('three')).rejects.toThrow('there is no key three')
  await expect(store.open('../one')).rejects.toThrow('not the id of a key')
  await store.destroy('one')
  await expect(store.open('one')).rejects.toThrow('there is no key one')
})
