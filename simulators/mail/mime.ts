export type ParsedMail = { subject: string; from: string; replyTo: string; text: string; html: string }

/** Reads the kind of message our mailer writes: encoded words (RFC 2047), multipart, quoted-printable and base64 (RFC 2045). */
export function parseMail(raw: Buffer): ParsedMail {
  const { headers, body } = splitMessage(raw.toString('latin1'))
  const found = { text: '', html: '' }
  collect(headers, body, found)
  const header = (name: string) => decodeWords(headers.get(name) ?? '')
  return { subject: header('subject'), from: header('from'), replyTo: header('reply-to'), ...found }
}

// The message is held as latin1, one character a byte, until a part's own charset is known.

function splitMessage(message: string) {
  const end = /\r?\n\r?\n/.exec(message)
  const head = end ? message.slice(0, end.index) : message
  const body = end ? message.slice(end.index + end[0].length) : ''
  const headers = new Map<string, string>()
  for (const line of head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim())
  }
  return { headers, body }
}

function collect(headers: Map<string, string>, body: string, found: { text: string; html: string }) {
  const type = headers.get('content-type') ?? 'text/plain'
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1]
  if (boundary) {
    for (const part of body.split(`--${boundary}`).slice(1, -1)) {
      const inner = splitMessage(part.replace(/^\r?\n/, ''))
      collect(inner.headers, inner.body, found)
    }
    return
  }
  const text = decodeBody(body, headers.get('content-transfer-encoding') ?? '').trimEnd()
  if (/^text\/html/i.test(type)) found.html ||= text
  else if (/^text\/plain/i.test(type)) found.text ||= text
}

function decodeBody(body: string, encoding: string): string {
  if (/base64/i.test(encoding)) return Buffer.from(body, 'base64').toString('utf8')
  const plain = /quoted-printable/i.test(encoding) ? unquote(body.replace(/=\r?\n/g, '')) : body
  return Buffer.from(plain, 'latin1').toString('utf8')
}

const unquote = (text: string) => text.replace(/=([0-9A-F]{2})/gi, (_, code) => String.fromCharCode(parseInt(code, 16)))

/** Neighbouring words are joined before decoding, since a character may be cut between them. */
function decodeWords(header: string): string {
  const joined = header.replace(/\?=\s+=\?/g, '?==?')
  return joined.replace(/(?:=\?utf-8\?[BQ]\?[^?]*\?=)+/gi, (run) => {
    const parts = Array.from(run.matchAll(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi), ([, kind, text]) =>
      kind!.toUpperCase() === 'B' ? Buffer.from(text!, 'base64') : Buffer.from(unquote(text!.replace(/_/g, ' ')), 'latin1'),
    )
    return Buffer.concat(parts).toString('utf8')
  })
}
