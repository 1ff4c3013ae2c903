/** Secrets that are followed: where they went is found by looking for them in every form that they could have been written in. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Answer, Browser, TestServer } from './server.ts'

/** `kind` names what it is to whoever reads a failure: the secret itself is not repeated there. */
export type Canary = { kind: string; forms: readonly string[] }
/** A place where something was found: a log line, a table, a file, an answer. */
export type Find = { kind: string; place: string }
type Hay = { place: string; text: string }

/** As it is, as the octets of a `bytea` in hexadecimal, and as base64 (without its last letters, which depend on what follows). */
function formsOf(secret: string | Uint8Array): string[] {
  const octets = Buffer.from(secret)
  const encoded = [octets.toString('hex'), ...(['base64', 'base64url'] as const).map((form) => octets.toString(form).replace(/.?=*$/, ''))]
  return [...(typeof secret === 'string' ? [secret] : [octets.toString('latin1')]), ...encoded]
}

export const canary = (kind: string, secret: string | Uint8Array): Canary => ({ kind, forms: formsOf(secret) })

export function search(canaries: readonly Canary[], hay: readonly Hay[]): Find[] {
  const found = canaries.flatMap(({ kind, forms }) =>
    hay.filter(({ text }) => forms.some((form) => text.includes(form))).map(({ place }) => ({ kind, place })),
  )
  return [...new Map(found.map((find) => [`${find.kind} ${find.place}`, find])).values()]
}

/** Short numbers stand in many others: a code is found where it stands alone. */
export function searchCodes(codes: readonly string[], hay: readonly Hay[]): Find[] {
  const alone = new RegExp(`(?<![\\w.:+-])(?:${codes.join('|')})(?![\\w.:-])`)
  return hay.filter(({ text }) => alone.test(text)).map(({ place }) => ({ kind: 'a code', place }))
}

/** Every row of every table, octets in hexadecimal. */
export async function allRows({ owner }: TestServer): Promise<Hay[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(owner)
  const hay: Hay[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`select to_jsonb(t)::text as text from ${sql.table(name)} t`.execute(owner)
    hay.push({ place: `table ${name}`, text: rows.map(({ text }) => text).join('\n') })
  }
  return hay
}

/** What the product keeps on the disk, but for the master key itself. */
export function allFiles(folder: string, except: string): Hay[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => path !== except)
    .map((path) => ({ place: `file ${path.slice(folder.length + 1)}`, text: readFileSync(path, 'latin1') }))
}

/** Keeps all that is answered to this browser, under who asked and what. `headersFor` is what it adds to a request. */
export function overhear(
  browser: Browser,
  who: string,
  heard: Hay[],
  headersFor: (method: string, path: string, body: unknown) => Record<string, string> = () => ({}),
): Browser {
  const send = browser.send.bind(browser)
  browser.send = async (method, path, given): Promise<Answer> => {
    const answer = await send(method, path, { ...given, headers: { ...headersFor(method, path, given?.body), ...given?.headers } })
    heard.push({ place: `${who}: ${method} ${path.split('?')[0]}`, text: answer.text })
    return answer
  }
  return browser
}
