/**
 * The least that a document's whole way costs, for `wholeWay`: the same five calls to Node's own server, with `pg`, the file system and the bare
 * operations of signing. Who asks is looked up once for each call; what must outlive a crash is a transaction of two rows, or a file that is synced;
 * the provider is asked and answers. Nothing is read, decided, limited, drawn or told.
 */
import { createCipheriv, createDecipheriv, generateKeyPairSync, hash, randomBytes, sign, verify } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'

const [host, user, folder, provider] = process.argv.slice(2) as [string, string, string, string]
const tailBytes = 42_000
/** Certificate, document, two time stamps, two answers about certificates. */
const signatures = 6
const signedBytes = Buffer.alloc(300, 1)
const pool = new pg.Pool({ host, user, database: 'tawqi', max: 4 })
const authority = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const masterKey = randomBytes(32)

await pool.query(`create schema bare
  create table session (id text primary key, seen_at timestamptz not null)
  create table document (id bigint generated always as identity primary key, state text not null, kept text not null, at timestamptz not null)
  create table event (id bigint generated always as identity primary key, document_id bigint not null references document (id), facts jsonb not null)`)
await pool.query(`insert into bare.session values ('here', now())`)

async function requireSession(): Promise<void> {
  const { rows } = await pool.query({ name: 'session', text: 'select * from bare.session where id = $1', values: ['here'] })
  if (rows.length !== 1) throw new Error('nobody is here')
}

const insert = { name: 'insert', text: 'insert into bare.document (state, kept, at) values ($1, $2, $3) returning id' }
const move = { name: 'move', text: 'update bare.document set state = $1, kept = $2, at = $3 where id = $4 returning id' }
const event = { name: 'event', text: 'insert into bare.event (document_id, facts) values ($1, $2)' }

/** A row and what is told of it, for good. */
async function step(statement: { name: string; text: string }, values: unknown[]): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ id: number }>({ ...statement, values })
    const { id } = rows[0]!
    await client.query({ ...event, values: [id, { state: values[0] }] })
    await client.query('commit')
    return id
  } finally {
    client.release()
  }
}

function store(bytes: Uint8Array): string {
  const name = hash('sha256', bytes)
  const cipher = createCipheriv('aes-256-gcm', masterKey, Buffer.alloc(12))
  writeFileSync(join(folder, `${name}.new`), Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]), { flush: true })
  renameSync(join(folder, `${name}.new`), join(folder, name))
  const at = openSync(folder, 'r')
  fsyncSync(at)
  closeSync(at)
  return name
}

function restore(name: string): Buffer {
  const bytes = readFileSync(join(folder, name))
  const decipher = createDecipheriv('aes-256-gcm', masterKey, Buffer.alloc(12)).setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()])
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

/** One document is under way at a time. */
let id = 0
let names: string[] = []

const calls: Record<string, (body: Buffer) => Promise<Buffer | undefined>> = {
  async '/upload'(body) {
    names = [store(body)]
    id = await step(insert, ['uploaded', names[0], new Date()])
    return undefined
  },
  async '/start'() {
    await step(move, ['reserved', names[0], new Date(), id])
    const answer = await fetch(provider, { method: 'POST', body: JSON.stringify({ id }) })
    await step(move, ['asked', await answer.text(), new Date(), id])
    return undefined
  },
  async '/callback'() {
    await step(move, ['approved', names[0], new Date(), id])
    return undefined
  },
  async '/sign'() {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const original = restore(names[0]!)
    const tail = Buffer.concat([original, randomBytes(tailBytes)]).subarray(-tailBytes)
    names.push(store(tail))
    hash('sha256', Buffer.concat([restore(names[0]!), restore(names[1]!)]), 'buffer')
    for (let i = 0; i < signatures; i++) {
      const [of, by] = i === 0 ? [publicKey, privateKey] : [authority.publicKey, authority.privateKey]
      if (!verify('sha256', signedBytes, of, sign('sha256', signedBytes, by))) throw new Error('not verified')
    }
    await step(move, ['signed', names[1], new Date(), id])
    return undefined
  },
  async '/signed'() {
    await step(move, ['fetched', names[1], new Date(), id])
    return Buffer.concat(names.map(restore))
  },
}

const server = createServer(async (request, response) => {
  const body = await bodyOf(request)
  await requireSession()
  const answer = await calls[request.url!]!(body)
  if (answer) response.writeHead(200, { 'content-type': 'application/pdf' }).end(answer)
  else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ id }))
})
server.listen(0, '127.0.0.1', () => process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
