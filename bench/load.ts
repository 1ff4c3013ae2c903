import { connect } from 'node:net'
import type { Socket } from 'node:net'

export type Posted = { url: string; type: string; body: Uint8Array }

const connections = 16
const inFlight = 4 // on each connection, one behind the other (RFC 9112 §9.3.2)

/**
 * Posts the same body again and again over kept connections for so many seconds, and counts the answers. By hand, because a client in
 * full would need more of the machine than the server it asks.
 * @throws Error where an answer is not 200 or a connection breaks
 */
export async function load({ url, type, body }: Posted, seconds: number): Promise<{ count: number; rate: number }> {
  const { hostname, port, pathname } = new URL(url)
  const head = `POST ${pathname} HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n`
  const request = Buffer.concat([Buffer.from(head), body])
  const begun = performance.now()
  const end = begun + seconds * 1000
  const counts = await Promise.all(Array.from({ length: connections }, () => askUntil(connect(Number(port), hostname), request, end)))
  const count = counts.reduce((sum, own) => sum + own, 0)
  return { count, rate: (count * 1000) / (performance.now() - begun) }
}

function askUntil(socket: Socket, request: Buffer, end: number): Promise<number> {
  socket.setNoDelay(true)
  socket.write(Buffer.concat(Array.from({ length: inFlight }, () => request)))
  return new Promise((done, fail) => {
    let rest: Buffer = Buffer.alloc(0)
    let count = 0
    let waiting = inFlight
    socket.on('error', fail)
    socket.on('close', () => (waiting > 0 ? fail(new Error('the server closed a connection')) : done(count)))
    socket.on('data', (chunk: Buffer) => {
      rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
      let answered = 0
      for (let taken = answerEnd(rest); taken > 0; taken = answerEnd(rest)) {
        rest = rest.subarray(taken)
        answered++
      }
      count += answered
      waiting -= answered
      const again = performance.now() < end ? answered : 0
      waiting += again
      if (again > 0) socket.write(again === 1 ? request : Buffer.concat(Array.from({ length: again }, () => request)))
      else if (waiting === 0) socket.end()
    })
  })
}

/** Where the first answer ends, 0 while it has not arrived in full. */
function answerEnd(bytes: Buffer): number {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return 0
  const head = bytes.toString('latin1', 0, headEnd)
  if (!head.startsWith('HTTP/1.1 200')) throw new Error(`the server answered ${head.slice(0, 40)}`)
  const length = /\ncontent-length: (\d+)/i.exec(head)
  if (!length) throw new Error('an answer without a length')
  const end = headEnd + 4 + Number(length[1])
  return end <= bytes.length ? end : 0
}
