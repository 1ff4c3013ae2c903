import type { Bytes, Call, ListCall, Output } from '#contract/kit.ts'
import { isBytes } from '#contract/kit.ts'
import type { ProblemDocument } from '#contract/problems.ts'
import { z } from 'zod'
import { meetingOf } from './demands.ts'
import { deviceId } from './device.ts'
import { learnClock, proofFor } from './proof.ts'
import { refresh, RefreshRefused } from './refresh.ts'
import { hasRefreshToken, readSession } from './session.ts'
import { read } from './storage.ts'

/** The server's refusal: `detail` is the stable code, `title` a sentence for the person. */
export class Refusal extends Error {
  readonly problem: ProblemDocument
  constructor(problem: ProblemDocument) {
    super(problem.title)
    this.problem = problem
  }
}

type AnyCall = Call | ListCall
type Fields<S> = S extends Bytes
  ? unknown
  : keyof S extends never
    ? unknown
    : S extends Readonly<Record<string, z.ZodType>>
      ? z.output<z.ZodObject<S>>
      : unknown
/** What a call is given: parameters, query and body side by side. */
export type Sent<C extends AnyCall> = Fields<C['params']> & Fields<C['query']> & Fields<C['body']>

export type Options = {
  signal?: AbortSignal
  headers?: Record<string, string>
  /** For calls that take bytes. */
  file?: Blob
  /** From 0 to 1. */
  onProgress?: (share: number) => void
}

type Wire = { method: string; url: URL; body: BodyInit | undefined; contentType: string | undefined }

function encode(call: AnyCall, input: Record<string, unknown>, file: Blob | undefined): Wire {
  const part = (shape: Readonly<Record<string, z.ZodType>>) => {
    // What is left out has the default that the server gives it.
    const sent = Object.entries(shape).filter(([name, field]) => input[name] !== undefined || !(field instanceof z.ZodDefault))
    return z.encode(z.object(Object.fromEntries(sent)), Object.fromEntries(sent.map(([name]) => [name, input[name]]))) as Record<
      string,
      unknown
    >
  }
  const params = part(call.params)
  const url = new URL(
    call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name]))),
    location.origin,
  )
  for (const [name, value] of Object.entries(part(call.query))) if (value !== undefined) url.searchParams.set(name, String(value))
  const { method } = call
  if (isBytes(call.body)) return { method, url, body: file, contentType: file?.type || call.body.bytes }
  const hasBody = method !== 'GET'
  return {
    method,
    url,
    body: hasBody ? JSON.stringify(part(call.body)) : undefined,
    contentType: hasBody ? 'application/json' : undefined,
  }
}

async function headersFor(wire: Wire, extra: Record<string, string> | undefined): Promise<Record<string, string>> {
  const token = readSession()?.token
  return {
    'X-DEVICE-ID': deviceId(),
    'Accept-Language': read('acceptLanguage') ?? 'ar-SA',
    DPoP: await proofFor(wire.method, wire.url, token),
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...(wire.contentType ? { 'Content-Type': wire.contentType } : {}),
    ...extra,
  }
}

async function attempt(wire: Wire, options: Options): Promise<Response> {
  const headers = await headersFor(wire, options.headers)
  const answer = options.onProgress
    ? await sendWithProgress(wire, headers, options)
    : await fetch(wire.url, { method: wire.method, headers, body: wire.body, signal: options.signal })
  learnClock(answer)
  return answer
}

/** A refusal that demands something more of the person or the browser is met once, and the request repeated. */
async function exchange(wire: Wire, options: Options): Promise<Response> {
  const answer = await exchangeWithSession(wire, options)
  if (answer.status !== 403) return answer
  const problem = (await answer
    .clone()
    .json()
    .catch(() => undefined)) as Partial<ProblemDocument> | undefined
  const met = await meetingOf(problem?.detail)?.()
  return met ? attempt(wire, { ...options, headers: { ...options.headers, ...met } }) : answer
}

/** Any 401 or 403 refreshes the session once, then repeats the request; what the repetition answers is final. */
async function exchangeWithSession(wire: Wire, options: Options): Promise<Response> {
  const before = readSession()?.token
  const first = await attempt(wire, options)
  if ((first.status !== 401 && first.status !== 403) || !hasRefreshToken()) return first
  await refresh(before).catch(passOn)
  return attempt(wire, options)
}

/** Where the server told why it gives no new token, the caller has its sentence to show. */
function passOn(error: unknown): never {
  throw error instanceof RefreshRefused && error.problem ? new Refusal(error.problem) : error
}

/** Makes a call of the contract: checks and encodes what goes out, decodes what comes back. */
export async function send<C extends AnyCall>(call: C, input: Sent<C>, options: Options = {}): Promise<Output<C>> {
  const answer = await exchange(encode(call, input, options.file), options)
  if (!answer.ok) throw await refusal(answer)
  if (isBytes(call.output)) throw new Error(`${call.path} answers with bytes: use download`)
  return z.decode(call.output, await answer.json()) as Output<C>
}

export type AnyFilters = Record<string, unknown>
export type Listed<L extends ListCall> = {
  dataList: z.output<L['row']>[]
  totalCount: number
  moreThanTotal: boolean
  nextCursor: string | null
  previousCursor: string | null
} & Record<string, unknown>

/** Reads one page of a list. @param page from 0, whatever the wire counts from */
export async function sendList<L extends ListCall>(
  call: L,
  filters: AnyFilters,
  page: number,
  size: number,
  options: Options = {},
): Promise<Listed<L>> {
  const pages = { [call.paging.page]: call.paging.zeroBased ? page : page + 1, [call.paging.size]: size }
  return (await send<ListCall>(call, { ...filters, ...pages }, options)) as Listed<L>
}

/** Fetches an answer of bytes, such as a PDF or a spreadsheet, with the name that the server gave it. */
export async function fetchFile<C extends Call & { output: Bytes }>(call: C, input: Sent<C>, options: Options = {}) {
  const answer = await exchange(encode(call, input, options.file), options)
  if (!answer.ok) throw await refusal(answer)
  const disposition = answer.headers.get('Content-Disposition') ?? ''
  const extended = disposition.match(/filename\*=UTF-8''([^;]+)/i)?.[1]
  const name = extended ? decodeURIComponent(extended) : (disposition.match(/filename="?([^";]+)"?/i)?.[1] ?? 'download')
  return { blob: await answer.blob(), name }
}

/** Fetches a file and hands it to the browser to keep. */
export async function download<C extends Call & { output: Bytes }>(call: C, input: Sent<C>, options: Options = {}) {
  const { blob, name } = await fetchFile(call, input, options)
  keep(blob, name)
}

/** Hands a file to the browser to keep. */
export function keep(blob: Blob, name: string): void {
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(blob), download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

export async function refusal(answer: Response): Promise<Refusal | Error> {
  const problem: unknown = await answer.json().catch(() => undefined)
  if (problem && typeof problem === 'object' && 'title' in problem && 'detail' in problem) return new Refusal(problem as ProblemDocument)
  return new Error(`HTTP ${answer.status}`)
}

/** `fetch` tells nothing of how much was sent. */
function sendWithProgress(wire: Wire, headers: Record<string, string>, { signal, onProgress }: Options): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(wire.method, wire.url)
    request.responseType = 'blob'
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => event.lengthComputable && onProgress?.(event.loaded / event.total)
    request.onload = () => {
      const received = request.getAllResponseHeaders().trim().split(/\r?\n/)
      const answered = received.map(
        (line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()] as [string, string],
      )
      resolve(new Response(request.response as Blob, { status: request.status, headers: answered }))
    }
    request.onerror = () => reject(new TypeError('Failed to fetch'))
    request.onabort = () => reject(new DOMException('Aborted', 'AbortError'))
    // Who gave up while the proof was made is told by no event any more.
    if (signal?.aborted) return reject(new DOMException('Aborted', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort())
    request.send(wire.body as XMLHttpRequestBodyInit)
  })
}
