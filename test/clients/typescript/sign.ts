/** Signs one PDF with openapi-fetch and the types that openapi-typescript made: sign.ts ADDRESS NATIONAL-ID IN OUT */
import createClient from 'openapi-fetch'
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import type { paths } from './generated.ts'

const [address, nationalID, source, target] = process.argv.slice(2) as [string, string, string, string]
const device = { 'X-DEVICE-ID': randomUUID() }
const client = createClient<paths>({ baseUrl: address })

/** The answer, or what the problem document says. */
function told<T>({ data, error }: { data?: T; error?: { detail: string; title: string } }): T {
  if (data === undefined) throw new Error(`${error?.detail}: ${error?.title}`)
  return data
}

/** Asks until the answer is something else than "3", still waiting. */
async function settled<T extends { status: string }>(ask: () => Promise<T>): Promise<T> {
  for (let i = 0; i < 200; i++) {
    const answer = await ask()
    if (answer.status !== '3') return answer
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('still waiting')
}

const anybody = { header: device }
const started = told(await client.POST('/api/v1/auth/nafath/login/initiate', { params: anybody, body: { nationalID } }))
const login = { nationalID, transId: started.transId, random: started.random }
const session = await settled(async () => told(await client.POST('/api/v1/auth/nafath/login/verify', { params: anybody, body: login })))
if (session.status !== '1') throw new Error(session.errorMessage)
client.use({
  onRequest: ({ request }) => request.headers.set('authorization', `Bearer ${session.token}`),
})

const uploaded = told(
  await client.POST('/api/v1/esign/my/uploads', {
    params: { header: device, query: { name: 'contract.pdf' } },
    headers: { 'content-type': 'application/pdf' },
    body: '', // described as text that stands for the file; the octets go out as they are
    bodySerializer: () => readFileSync(source),
  }),
)
const placement = { page: 1, x: 72, y: 72, width: 200, height: 64 }
const signing = told(
  await client.POST('/api/v1/esign/my/sign/initiate', {
    params: { header: device },
    body: { documents: [{ uniqueFileID: uploaded.uniqueFileID, placement }], acceptTerms: true },
  }),
)
const { transactionID } = signing
const ended = await settled(async () =>
  told(await client.POST('/api/v1/esign/my/sign/verify', { params: { header: device }, body: { transactionID } })),
)
if (ended.status !== '1') throw new Error(ended.errorMessage)
const signed = told(
  await client.GET('/api/v1/esign/my/documents/{uniqueFileID}/{edition}', {
    params: { header: device, path: { uniqueFileID: uploaded.uniqueFileID, edition: 'signed' } },
    parseAs: 'arrayBuffer',
  }),
)
writeFileSync(target, Buffer.from(signed))
