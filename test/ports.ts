import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A port for a server that must know its address before it listens. Below the range from which a system takes the near ends of outgoing
 * connections (32,768 and up on Linux, 49,152 and up elsewhere): one of those could be taken again before the server listens.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(12_000, 32_000)
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return freePort()
  }
  probe.close()
  await once(probe, 'close')
  return port
}
