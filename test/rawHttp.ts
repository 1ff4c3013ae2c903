/** HTTP by hand, for what `fetch` would not send and would not show. */
import { connect } from 'node:net'
import { text as readText } from 'node:stream/consumers'

export type RawAnswer = { status: number; headers: Headers; text: string; body: any } // oxlint-disable-line typescript/no-explicit-any -- tests look into answers of every shape

/** Sends octets as they are, and reads until the server closes. @returns every answer that came, interim ones included */
export async function exchange(url: string, sent: string | Uint8Array): Promise<RawAnswer[]> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.setTimeout(20_000, () => socket.destroy(new Error('the server neither answered nor closed')))
  socket.write(sent)
  return answersOf(await readText(socket))
}

/** One request: its first line, and its headers besides `Host` and `Connection: close`. A header may be named twice. */
export async function raw(url: string, line: string, headers: readonly string[] = [], body = ''): Promise<RawAnswer> {
  const lines = ['Host: localhost', 'Connection: close', ...headers]
  const answers = await exchange(url, `${line}\r\n${lines.map((one) => `${one}\r\n`).join('')}\r\n${body}`)
  return answers[0]!
}

function answersOf(all: string): RawAnswer[] {
  const answers: RawAnswer[] = []
  for (let rest = all; rest !== '';) {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) throw new Error(`not an answer: ${rest.slice(0, 200)}`)
    const [first, ...fields] = rest.slice(0, end).split('\r\n')
    const headers = new Headers(fields.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]))
    const [text, left] = bodyOf(rest.slice(end + 4), headers)
    const isJson = /json/.test(headers.get('content-type') ?? '') && text !== ''
    answers.push({ status: Number(first!.split(' ')[1]), headers, text, body: isJson ? JSON.parse(text) : null })
    rest = left
  }
  return answers
}

/** Enough for our own answers: a length in octets, or all there is. Their JSON may hold more octets than characters. */
function bodyOf(rest: string, headers: Headers): [text: string, left: string] {
  const next = /HTTP\/1\.1 \d{3} /.exec(rest)?.index ?? rest.length
  const text = rest.slice(0, next)
  return headers.get('transfer-encoding') === 'chunked' ? [dechunked(text), rest.slice(next)] : [text, rest.slice(next)]
}

const dechunked = (text: string) => text.replace(/(?:^|\r\n)[\da-f]+\r\n(?:\r\n$)?/g, '')
