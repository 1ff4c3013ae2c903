import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** `before`: the COMMIT never arrives. `after`: it is carried out, and its answer never arrives. */
export type Cut = 'before' | 'after'

const socketName = '.s.PGSQL.5432'
/** As a simple query (protocol 3.0, message Q), which is how a transaction ends. */
const commit = Buffer.from('commit\0')

/** A way to the database that breaks a connection at the next COMMIT, or passes nothing on any more, when it is told to. */
export async function cuttableWay() {
  const folder = mkdtempSync(join(tmpdir(), 'tawqi-way-'))
  const sockets = new Set<Socket>()
  let host = ''
  let armed: Cut | undefined
  let passing = 0
  let isStalled = false
  const server = createServer((near) => {
    const far = connect(join(host, socketName))
    const end = () => {
      near.destroy()
      far.destroy()
    }
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', end).on('close', () => {
        sockets.delete(socket)
        end()
      })
    }
    let isCut = false
    near.on('data', (bytes: Buffer) => {
      const isCommit = bytes.includes(commit)
      const cut = isCommit && passing-- <= 0 ? armed : undefined
      if (cut) {
        armed = undefined
        isCut = true
        if (cut === 'before') return end()
      }
      far.write(bytes)
    })
    far.on('data', (bytes) => (isCut ? end() : near.write(bytes)))
    if (isStalled) for (const socket of [near, far]) socket.pause() // a listener sets it flowing
  })
  server.listen(join(folder, socketName))
  await once(server, 'listening')
  return {
    /** The address by this way of what is at an address. */
    through(address: string): string {
      const url = new URL(address)
      host = url.searchParams.get('host')!
      url.searchParams.set('host', folder)
      return url.href
    },
    /** @param after so many that pass */
    cutNext(cut: Cut, after = 0) {
      armed = cut
      passing = after
    },
    /** From now on every connection, new ones too, stays open and says nothing. */
    stall() {
      isStalled = true
      for (const socket of sockets) socket.pause()
    },
    flow() {
      isStalled = false
      for (const socket of sockets) socket.resume()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
