/** A balancer of connections, as small as one can be: each goes to the next replica that takes it, and ends with it. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export async function startBalancer(ports: readonly number[]) {
  let turn = 0
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => void sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => undefined))

  function lead(near: Socket, triesLeft: number) {
    const far = connect(ports[turn++ % ports.length]!, '127.0.0.1')
    keep(far)
    far.once('connect', () => {
      near.pipe(far).pipe(near)
      near.on('close', () => far.destroy())
      far.on('close', () => near.destroy())
    })
    far.once('error', () => {
      if (!far.connecting && far.bytesRead + far.bytesWritten > 0) return
      if (triesLeft > 1) lead(near, triesLeft - 1)
      else near.destroy()
    })
  }
  const server = createServer((near) => {
    keep(near)
    lead(near, ports.length)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
