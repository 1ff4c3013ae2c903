import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { TimeBounds } from '#server/platform/timeBounds.ts'
import type { TimeServer } from '../time.ts'
import { readAnswer, writeRequest, type Reading } from './packet.ts'

const ntpPort = 123
const answerMs = 2_000
/** After a first request to slow down; each further one doubles it (RFC 4330 §8, best practice 8). */
const slowedMs = 120_000
/** After a refusal. */
const deniedMs = 86_400_000

type Options = { monotonicMs?: () => number }

/**
 * A time server, asked by SNTP (RFC 4330). Each request leaves from a new port and carries a number that the answer must return; only
 * datagrams from the address that was asked are looked at. The bounds hold the whole way there and back, so that no asymmetry of it can deceive.
 * @param place `host`, `host:port`, or `[IPv6]` with or without a port
 */
export function ntpServer(place: string, { monotonicMs = () => performance.now() }: Options = {}): TimeServer {
  const { host, port } = addressOf(place)
  let quietUntil = -Infinity
  let quietMs = slowedMs
  return {
    name: place,
    async ask() {
      const asked = monotonicMs()
      if (asked < quietUntil) return null
      const answer = await exchange(host, port, monotonicMs).catch(() => null)
      if (!answer) return null
      const { reading, left, arrived } = answer
      if (reading.kind === 'time') {
        quietMs = slowedMs
        return boundsOf(reading, left, arrived)
      }
      quietUntil = asked + (reading.kind === 'deny' ? deniedMs : quietMs)
      quietMs *= 2
      return null
    },
  }
}

function addressOf(place: string): { host: string; port: number } {
  const { hostname, port } = new URL(`ntp://${place}`)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || ntpPort) }
}

/** The server's clock was read somewhere between our sending and receiving; its own work does not count as way. */
function boundsOf({ received, sent, distanceMs }: Extract<Reading, { kind: 'time' }>, left: number, arrived: number): TimeBounds | null {
  const [low, high] = [sent - distanceMs - arrived, received + distanceMs - left]
  // Who claims to have worked on it for longer than we waited measures other seconds than we do.
  return low > high ? null : { low, high, at: arrived }
}

type Answer = { reading: Reading; left: number; arrived: number }

async function exchange(host: string, port: number, monotonicMs: () => number): Promise<Answer | null> {
  const { address, family } = isIP(host) ? { address: host, family: isIP(host) } : await lookup(host)
  const socket = createSocket(family === 6 ? 'udp6' : 'udp4')
  const { packet, cookie } = writeRequest()
  const { promise, resolve } = Promise.withResolvers<Answer | null>()
  const timer = setTimeout(() => resolve(null), answerMs)
  let left = Infinity
  socket
    .on('error', () => resolve(null))
    .on('message', (message) => {
      const arrived = monotonicMs()
      const reading = readAnswer(message, cookie)
      if (reading) resolve({ reading, left, arrived }) // anything else is not the answer, which may still come
    })
    .connect(port, address, () => {
      left = monotonicMs()
      socket.send(packet)
    })
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    socket.close()
  }
}
