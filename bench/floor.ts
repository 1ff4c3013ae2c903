/** The least that the framework costs: takes a body and answers with as many octets as it was told. */
import Fastify from 'fastify'

const answer = Buffer.alloc(Number(process.argv[2]), 1)
const server = Fastify()
server.removeAllContentTypeParsers()
server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
server.post('/', async (_request, reply) => reply.header('content-type', 'application/octet-stream').send(answer))
process.send!(`${await server.listen({ host: '127.0.0.1', port: 0 })}/`)
