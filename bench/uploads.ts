/** The load of `besideUploads.ts`, in a process of its own: large documents and hostile files, each sent again when it was answered, until told to stop: what is under way then is cut off. */
import { createReadStream, statSync } from 'node:fs'
import { request } from 'node:http'
import { constants, setPriority } from 'node:os'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { deflateSync } from 'node:zlib'

/** `people` as device and token, joined by a blank. */
const [url, file, ...people] = process.argv.slice(2) as [string, string, ...string[]]
const uploadsAtOnce = 20
const verificationsAtOnce = 8
const underWayMs = 2_000
/** Who sends has a machine of its own: here it takes what the product and who asks beside it leave. */
setPriority(constants.priority.PRIORITY_LOW)
const done = { sentBytes: 0, verified: 0 }

async function* counted(source: AsyncIterable<Buffer>) {
  for await (const piece of source) {
    done.sentBytes += piece.length
    yield piece
  }
}

async function upload(person: string): Promise<void> {
  const [device, token] = person.split(' ') as [string, string]
  const headers = { authorization: `Bearer ${token}`, 'x-device-id': device }
  const type = { 'content-type': 'application/pdf', 'content-length': statSync(file).size }
  const asked = request(`${url}/api/v1/esign/my/uploads?name=large.pdf`, { method: 'POST', headers: { ...headers, ...type } })
  const answered = new Promise<string>((resolve, reject) => {
    asked.on('response', (response) => resolve(text(response))).on('error', reject)
  })
  const [answer] = await Promise.all([answered, pipeline(createReadStream(file), counted, asked).catch(() => answered)])
  const { uniqueFileID } = JSON.parse(answer) as { uniqueFileID?: string }
  if (!uniqueFileID) throw new Error(`an upload was refused: ${answer}`)
  const body = JSON.stringify({ uniqueFileID })
  await fetch(`${url}/api/v1/esign/my/uploads/discard`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  })
}

/** Each from an address of its own: a table of cross-references that unpacks to far more than it is. */
async function verify(address: string): Promise<void> {
  const headers = { 'content-type': 'application/pdf', 'x-forwarded-for': address }
  await (await fetch(`${url}/api/v1/verify`, { method: 'POST', headers, body: hostile })).arrayBuffer()
  done.verified++
}

const packed = deflateSync(deflateSync(Buffer.alloc(256 * 1024 * 1024), { level: 9 }), { level: 9 })
const head = `%PDF-1.7\n1 0 obj\n<</Type/XRef/Size 100000000/W[1 8 2]/Root 2 0 R/Filter[/FlateDecode/FlateDecode]/Length ${packed.length}>>\nstream\n`
const hostile = Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream\nendobj\nstartxref\n9\n%%EOF\n')])

const again = async (work: (turn: number) => Promise<void>) => {
  for (let turn = 0; ; turn++) await work(turn)
}
setTimeout(() => process.send!('under way'), underWayMs)
process.on('message', () => process.send!(done, () => process.exit()))
await Promise.all([
  ...Array.from({ length: uploadsAtOnce }, (_, i) => again(() => upload(people[i % people.length]!))),
  ...Array.from({ length: verificationsAtOnce }, (_, i) => again((turn) => verify(`10.${i}.${turn >> 8}.${turn & 255}`))),
])
