import { createHash, randomBytes } from 'node:crypto'
import { copyFile, cp, mkdtemp, open, readdir, readFile, readlink, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { diskStorage } from './disk.ts'

let folder: string
let storage: Awaited<ReturnType<typeof diskStorage>>
const masterKey = randomBytes(32)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tawqi-storage-'))
  storage = await diskStorage({ folder, masterKey })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const put = (bytes: Uint8Array) => storage.put(bytes)
const read = async (sha256: string, range?: { start?: number; end?: number }) => buffer(await storage.read(sha256, range))
const files = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
const keyPath = (sha256: string, root = folder) => join(root, 'keys', sha256.slice(0, 2), sha256)

/** The file that appeared while `act` ran, under blobs/. */
async function blobOf(act: () => Promise<unknown>): Promise<string> {
  const before = new Set(await files())
  await act()
  const [blob, ...more] = (await files()).filter((one) => !before.has(one) && one.includes(join(folder, 'blobs')))
  expect(more).toEqual([])
  return blob!
}

const frame = 65_536
const sizes = [0, 1, frame - 1, frame, frame + 1, 3 * frame, 300_001]

test.each(sizes)('%i bytes come back, whole and in ranges', async (size) => {
  const bytes = randomBytes(size)
  expect(await put(bytes)).toEqual({ sha256: sha(bytes), size })
  expect(await read(sha(bytes))).toEqual(bytes)
  const edges = [0, 1, frame - 1, frame, frame + 1, 2 * frame, size - 1, size].filter((at) => at >= 0 && at <= size)
  for (const start of edges) {
    for (const end of edges.filter((at) => at >= start))
      expect((await read(sha(bytes), { start, end })).equals(bytes.subarray(start, end))).toBe(true)
  }
  expect(await read(sha(bytes), { end: size + 1000 })).toEqual(bytes)
})

test('a range that is none is refused', async () => {
  const { sha256 } = await put(Buffer.from('ten bytes!'))
  for (const range of [{ start: -1 }, { start: 11 }, { start: 5, end: 4 }, { start: 0.5 }, { start: Number.NaN }]) {
    await expect(storage.read(sha256, range)).rejects.toThrow(RangeError)
  }
})

test('nothing of the content or its key stands on the disk', async () => {
  const bytes = Buffer.from('a sentence that nobody else writes '.repeat(3000))
  const { sha256 } = await put(bytes)
  for (const file of await files()) expect((await readFile(file)).includes('nobody else')).toBe(false)
  expect((await stat(keyPath(sha256))).mode & 0o077).toBe(0)
})

test('the same content is kept once, and both puts answer', async () => {
  const bytes = randomBytes(100_000)
  const blob = await blobOf(() => Promise.all(Array.from({ length: 8 }, () => put(bytes))))
  expect((await stat(blob)).size).toBe(100_000 + 2 * 16)
  expect(await read(sha(bytes))).toEqual(bytes)
  expect((await readdir(join(folder, 'incoming'))).length).toBe(0)
})

test.each([0, 1, frame - 1, frame, frame + 1, 16 * frame, 40 * frame + 7])('a file of %i bytes is stored like bytes', async (size) => {
  const bytes = randomBytes(size)
  const path = join(folder, 'a-file')
  await writeFile(path, bytes)
  expect(await storage.putFile(path)).toEqual({ sha256: sha(bytes), size })
  expect(await read(sha(bytes))).toEqual(bytes)
  expect(await readdir(join(folder, 'incoming'))).toEqual([])
  expect(await openFiles()).toEqual([])
  await rm(path)
})

test('a file that is not there is refused with what the disk says, and leaves nothing', async () => {
  const before = await files()
  await expect(storage.putFile(join(folder, 'none'))).rejects.toMatchObject({ code: 'ENOENT' })
  expect(await files()).toEqual(before)
})

test('any flipped bit is seen before a wrong byte is served', async () => {
  const bytes = randomBytes(2 * frame + 500)
  const blob = await blobOf(() => put(bytes))
  const length = (await stat(blob)).size
  const places = [0, frame - 1, frame, frame + 15, frame + 16, 2 * (frame + 16) - 1, 2 * (frame + 16), length - 17, length - 16, length - 1]
  for (let more = 0; more < 30; more++) places.push(Math.floor(Math.random() * length))
  for (const place of places) {
    await flip(blob, place)
    const served: Buffer[] = []
    const stream = await storage.read(sha(bytes))
    await expect(
      (async () => {
        for await (const chunk of stream) served.push(chunk)
      })(),
      `byte ${place}`,
    ).rejects.toMatchObject({ name: 'ObjectDamaged' })
    const got = Buffer.concat(served)
    expect(got.equals(bytes.subarray(0, got.length))).toBe(true)
    await flip(blob, place)
  }
  expect(await read(sha(bytes))).toEqual(bytes)
})

test('every byte of the key record counts', async () => {
  const { sha256 } = await put(randomBytes(10))
  const length = (await stat(keyPath(sha256))).size
  for (let place = 0; place < length; place++) {
    await flip(keyPath(sha256), place)
    await expect(storage.read(sha256), `byte ${place}`).rejects.toMatchObject({ name: 'ObjectDamaged' })
    await flip(keyPath(sha256), place)
  }
  expect(await read(sha256)).toHaveLength(10)
})

test('swapped, shortened and vanished content is seen', async () => {
  const [one, two] = [randomBytes(100), randomBytes(100)]
  const [oneBlob, twoBlob] = [await blobOf(() => put(one)), await blobOf(() => put(two))]
  const kept = await readFile(oneBlob)
  await copyFile(twoBlob, oneBlob)
  await expect(read(sha(one))).rejects.toMatchObject({ name: 'ObjectDamaged' })
  await writeFile(oneBlob, kept)
  const record = await readFile(keyPath(sha(one)))
  await copyFile(keyPath(sha(two)), keyPath(sha(one)))
  await expect(read(sha(one))).rejects.toMatchObject({ name: 'ObjectDamaged' })
  await writeFile(keyPath(sha(one)), record)
  await truncate(oneBlob, 99)
  await expect(read(sha(one))).rejects.toMatchObject({ name: 'ObjectDamaged' })
  await rm(oneBlob)
  await expect(read(sha(one))).rejects.toMatchObject({ name: 'ObjectDamaged' })
})

test('frames cannot change places, and the last cannot be dropped', async () => {
  const bytes = randomBytes(3 * frame)
  const blob = await blobOf(() => put(bytes))
  const stored = await readFile(blob)
  const step = frame + 16
  await writeFile(blob, Buffer.concat([stored.subarray(step, 2 * step), stored.subarray(0, step), stored.subarray(2 * step)]))
  await expect(read(sha(bytes))).rejects.toMatchObject({ name: 'ObjectDamaged' })
  await writeFile(blob, stored.subarray(0, 2 * step))
  await expect(read(sha(bytes))).rejects.toMatchObject({ name: 'ObjectDamaged' })
})

test('storing the content again mends what was lost', async () => {
  const bytes = randomBytes(1000)
  const blob = await blobOf(() => put(bytes))
  await rm(blob)
  await put(bytes)
  expect(await read(sha(bytes))).toEqual(bytes)
})

test('deleting shreds the key, so that a copy of the content stays unreadable', async () => {
  const bytes = randomBytes(1000)
  const blob = await blobOf(() => put(bytes))
  const copy = await mkdtemp(join(tmpdir(), 'tawqi-copy-'))
  await cp(join(folder, 'blobs'), join(copy, 'blobs'), { recursive: true })
  const inode = await open(keyPath(sha(bytes)))
  await storage.delete(sha(bytes))
  expect((await inode.readFile()).every((byte) => byte === 0)).toBe(true)
  await inode.close()
  await expect(storage.read(sha(bytes))).rejects.toMatchObject({ name: 'ObjectMissing' })
  await expect(stat(blob)).rejects.toMatchObject({ code: 'ENOENT' })
  const elsewhere = await diskStorage({ folder: copy, masterKey })
  await expect(elsewhere.read(sha(bytes))).rejects.toMatchObject({ name: 'ObjectMissing' })
  await storage.delete(sha(bytes))
  await put(bytes)
  expect(await read(sha(bytes))).toEqual(bytes)
  await rm(copy, { recursive: true })
})

test('another master key opens nothing, and a short one is refused', async () => {
  const { sha256 } = await put(randomBytes(10))
  const stranger = await diskStorage({ folder, masterKey: randomBytes(32) })
  await expect(stranger.read(sha256)).rejects.toMatchObject({ name: 'ObjectDamaged' })
  await expect(diskStorage({ folder, masterKey: randomBytes(16) })).rejects.toThrow('32 bytes')
})

test('an address that is no hash reaches no file', async () => {
  for (const address of ['', '../../etc/passwd', 'A'.repeat(64), `${'a'.repeat(64)}/..`]) {
    await expect(storage.read(address)).rejects.toMatchObject({ name: 'ObjectMissing' })
    await storage.delete(address)
  }
})

test('a stream that nobody reads lets go of its file', async () => {
  const { sha256 } = await put(randomBytes(10))
  for (let times = 0; times < 50; times++) (await storage.read(sha256)).destroy()
  await expect.poll(openFiles).toEqual([])
})

test('uploads abandoned yesterday are swept at the next start', async () => {
  const [old, fresh] = [join(folder, 'incoming', 'old'), join(folder, 'incoming', 'fresh')]
  await writeFile(old, 'x')
  await writeFile(fresh, 'x')
  const yesterday = new Date(Date.now() - 25 * 3_600_000)
  await utimes(old, yesterday, yesterday)
  await diskStorage({ folder, masterKey })
  expect(await readdir(join(folder, 'incoming'))).toEqual(['fresh'])
  await rm(fresh)
})

/** Of this storage that are open; what others of the process open and close meanwhile is theirs. */
async function openFiles(): Promise<string[]> {
  const links = (await readdir('/proc/self/fd')).map((descriptor) => readlink(`/proc/self/fd/${descriptor}`).catch(() => ''))
  return (await Promise.all(links)).filter((at) => at.startsWith(folder))
}

async function flip(path: string, place: number) {
  const file = await open(path, 'r+')
  const byte = Buffer.alloc(1)
  await file.read(byte, 0, 1, place)
  byte[0]! ^= 1 << (place % 8)
  await file.write(byte, 0, 1, place)
  await file.close()
}
