/** The least that an answer costs: Node's own server takes a body, signs as many octets as it was told, and answers as many as it was told. */
import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const [answered, signed] = process.argv.slice(2).map(Number) as [number, number]
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const toSign = Buffer.alloc(signed, 1)
const server = createServer((request, response) => {
  request.on('data', () => undefined)
  request.on('end', () => {
    const signature = sign('sha256', toSign, privateKey)
    const answer = Buffer.alloc(answered, signature)
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': answered })
    response.end(answer)
  })
})
server.listen(0, '127.0.0.1', () => process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`))
