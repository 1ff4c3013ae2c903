import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { App } from '#server/app.ts'
import { receive } from './incoming.ts'

const folder = await mkdtemp(join(tmpdir(), 'tawqi-incoming-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const app = { configuration: { DATA_DIR: folder }, freeBytes: async () => Infinity } as unknown as App
async function* bodyOf(pieces: Buffer[]) {
  yield* pieces
}

test.each([[[]], [[1]], [[65_536, 65_536, 65_536, 65_536]], [[262_144, 5, 262_143, 1, 700_000]]])(
  'a body in pieces of %j lies in the file as it came, and no longer in memory',
  async (lengths) => {
    const pieces = lengths.map((length, i) => Buffer.from(new ArrayBuffer(length)).fill(i + 1))
    const sent = Buffer.concat(pieces)
    const { path, size } = await receive(app, bodyOf(pieces))
    expect(size).toBe(sent.length)
    expect((await readFile(path)).equals(sent)).toBe(true)
    expect(pieces.map(({ length }) => length)).toEqual(lengths.map(() => 0))
  },
)

test('a piece that shares its memory leaves the others theirs', async () => {
  const whole = Buffer.from(new ArrayBuffer(20)).fill('left')
  await receive(app, bodyOf([whole.subarray(0, 10)]))
  expect(whole.toString()).toBe('leftleftleftleftleft')
})
