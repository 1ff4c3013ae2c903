/** A time server that speaks NTP (RFC 5905) over UDP on this machine, right or wrong as it is told. */
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'

export type Manners = {
  /** How wrong its clock is, in milliseconds. */ aheadMs?: number
  /** How wrong it says that it may be. */ dispersionMs?: number
  /** What its way takes, there and back, all of it on the way back. */ delayMs?: number
  stratum?: number
  leap?: 0 | 3
  /** A kiss-o'-death code in place of the time. */ kiss?: 'RATE' | 'DENY' | 'RSTR'
  /** Answers nothing. */ silent?: boolean
  /** Answers that no client may believe. */
  forged?: 'origin' | 'otherPort' | 'short' | 'mode' | 'zero' | 'backwards' | 'noise'
}

const epochSeconds = 2_208_988_800

export async function startNtp({ port = 0 } = {}) {
  const socket = createSocket('udp4')
  const stranger = createSocket('udp4')
  const state = { manners: {} as Manners, asked: [] as number[] }
  socket.on('message', (request, from) => {
    state.asked.push(Date.now())
    const { manners } = state
    if (manners.silent || request.length < 48) return
    const sender: Socket = manners.forged === 'otherPort' ? stranger : socket
    const answer = answerTo(request, manners)
    setTimeout(() => sender.send(answer, from.port, from.address), manners.delayMs ?? 0)
  })
  socket.bind(port, '127.0.0.1')
  stranger.bind(0, '127.0.0.1')
  await Promise.all([once(socket, 'listening'), once(stranger, 'listening')])
  return {
    address: `127.0.0.1:${socket.address().port}`,
    /** When it was asked. */
    asked: state.asked,
    behave: (manners: Manners) => void (state.manners = manners),
    async close() {
      socket.close()
      stranger.close()
    },
  }
}

function answerTo(request: Buffer, { aheadMs = 0, dispersionMs = 1, stratum = 2, leap = 0, kiss, forged }: Manners): Buffer {
  const answer = Buffer.alloc(48)
  answer[0] = (leap << 6) | (4 << 3) | (forged === 'mode' ? 3 : 4)
  answer[1] = kiss ? 0 : stratum
  answer.writeInt8(6, 2)
  answer.writeInt8(-20, 3)
  answer.writeUInt32BE(Math.round((dispersionMs / 1000) * 65_536), 8)
  answer.write(kiss ?? 'SIMU', 12, 'latin1')
  const now = Date.now() + aheadMs
  writeTime(answer, 16, now - 10_000)
  request.copy(answer, 24, 40, 48)
  if (forged === 'origin') answer[24]! ^= 1
  writeTime(answer, 32, now)
  writeTime(answer, 40, forged === 'backwards' ? now - 1_000 : now)
  if (forged === 'zero') answer.fill(0, 40, 48)
  if (forged === 'noise') return Buffer.from('this is no packet of NTP, though it is long enough for one')
  return forged === 'short' ? answer.subarray(0, 47) : answer
}

function writeTime(packet: Buffer, at: number, ms: number): void {
  const seconds = ms / 1000 + epochSeconds
  packet.writeUInt32BE(Math.floor(seconds) % 2 ** 32, at)
  packet.writeUInt32BE(Math.floor((seconds % 1) * 2 ** 32), at + 4)
}
