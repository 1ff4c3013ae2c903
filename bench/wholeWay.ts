/**
 * What a document costs on its whole way through HTTP, in CPU time of everything that works for it: the process that serves with its threads, the
 * children that read files, and PostgreSQL. The product is as it is started, with the database that comes with it and its log on; the identity
 * provider is this process, and not counted. What the product does when nobody asks is measured first and taken off. Beside it stands the least
 * that the same calls cost (`bareWay.ts`), with the same database.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { cast } from '#server/demo/cast.ts'
import { addDays } from '#server/platform/clock.ts'
import { createDb } from '#server/platform/db/db.ts'
import { socketFolder } from '#server/platform/db/embedded.ts'
import { ownerRole } from '#server/platform/db/roles.ts'
import { creditPlan } from '#server/platform/ledger.ts'
import { Browser } from '#test/server.ts'
import { cpuSpent, less, perOne, sumOf, totalOf } from './cpuSpent.ts'
import type { Spent } from './cpuSpent.ts'
import { isQuick, median, report, times } from './measure.ts'
import { startWithNafath, surroundings } from './product.ts'
import type { Surroundings } from './product.ts'
import { accountOf } from '#server/platform/accounts.ts'

/** A process serves for weeks: what is measured is what it costs once its code is compiled. */
const warmCount = isQuick ? 20 : 300
const warmWalks = 20
const count = isQuick ? 20 : 80
const idleSeconds = isQuick ? 5 : 15
const mostSigningMs = 10
const mostTurnMs = 5
const mostValidatingMs = 3
const warmValidations = isQuick ? 300 : 1_500
/** An address may have thirty verified in ten minutes. */
const filesOfAddress = 20
const approvalMs = 60
const signers = [cast.faisal, cast.noura, cast.sarah, cast.reem, cast.abdulaziz, cast.majed] as const

const parts = [
  'upload and inspection',
  'start',
  'approval',
  'stamp, sign and re-check',
  'download',
  'verification, known sender',
  'verification, new sender',
] as const
type Part = (typeof parts)[number]

const pdf = readFileSync(join(import.meta.dirname, '../test/fixtures/pdf/libreoffice.pdf'))
let copies = 0
/** Each its own: the same bytes again are stored already. */
const copy = () => Buffer.concat([pdf, Buffer.from(`\n% ${++copies}\n`)])

async function measureWholeWay(): Promise<void> {
  await using around = surroundings()
  const turnsFile = join(around.folder, 'turns')
  const { url, pid, simulators } = await startWithNafath(around, {
    TRUSTED_PROXIES: '127.0.0.1',
    NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'turns.ts')).href}`,
    TURNS_FILE: turnsFile,
  })
  const postmaster = Number(readFileSync(join(around.folder, 'database/cluster/postmaster.pid'), 'utf8').split('\n')[0])
  const look = () => cpuSpent(pid, postmaster)
  const people: Browser[] = []
  for (const each of signers) {
    const person = new Browser(url)
    await person.signIn(each)
    await giveTransactions(around.folder, person.session.slno)
    people.push(person)
  }
  const earlier = await signAtOnce(people, warmCount)
  for (let i = 0; i < warmWalks; i++) await walk(people[0]!, look)
  const idle = await idleRate(look)
  const walks: Walk[] = []
  for (let i = 0; i < count; i++) walks.push(await walk(people[0]!, look))
  const before = look()
  await signAtOnce(people, count)
  const atOnce = perOne(less(look(), before), count)
  const root = (await people[0]!.get('/pki/ca/root.cer')).body as Buffer
  await simulators.close()
  const bare = await measureBareWay(around, postmaster)
  reportParts(walks, idle, bare)
  reportTurns(walks, turnsFile)
  report({
    name: `of ${people.length} people who sign at once, CPU for each document`,
    measured: inMs(totalOf(atOnce)),
    baseline: byProcess(atOnce),
    demanded: '',
  })
  await reportEngine(around, { earlier, walks, root })
}

/** @returns what was signed */
async function signAtOnce(people: readonly Browser[], documents: number): Promise<Buffer[]> {
  let left = documents
  const signed: Buffer[] = []
  const unmeasured: Measure = (_name, work) => work()
  await Promise.all(
    people.map(async (person) => {
      while (left-- > 0) signed.push(await signOne(person, unmeasured))
    }),
  )
  return signed
}

/** CPU of one document on the way that has nothing of the product; the process itself and PostgreSQL, which does next to nothing for the product meanwhile. */
async function measureBareWay({ folder, children }: Surroundings, postmaster: number): Promise<Spent> {
  const provider = createServer((request, response) => request.resume().once('end', () => response.end('{}'))).listen(0, '127.0.0.1')
  await once(provider, 'listening')
  const asked = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/`
  const files = mkdtempSync(join(folder, 'bare-'))
  const child = fork(join(import.meta.dirname, 'bareWay.ts'), [socketFolder(join(folder, 'database')), ownerRole, files, asked])
  children.push(child)
  const [url] = (await once(child, 'message')) as [string]
  const go = async (documents: number) => {
    for (let i = 0; i < documents; i++)
      for (const call of ['upload', 'start', 'callback', 'sign', 'signed'])
        await fetch(`${url}/${call}`, { method: 'POST', ...(call === 'upload' && { body: copy() }) }).then((answer) => answer.arrayBuffer())
  }
  await go(warmCount)
  const before = cpuSpent(child.pid!, postmaster)
  await go(count)
  const spent = perOne(less(cpuSpent(child.pid!, postmaster), before), count)
  provider.close()
  return spent
}

type Signed = { earlier: readonly Buffer[]; walks: readonly Walk[]; root: Buffer }

/** The verification alone, in a process of its own, as every verification is: in this one the code had learnt from all that went before. */
async function reportEngine({ folder, children }: Surroundings, { earlier, walks, root }: Signed): Promise<void> {
  const files = mkdtempSync(join(folder, 'signed-'))
  writeFileSync(join(files, 'root.cer'), root)
  for (const [i, signed] of earlier.entries()) writeFileSync(join(files, `earlier-${i}`), signed)
  for (const [i, { signed }] of walks.entries()) writeFileSync(join(files, `measured-${i}`), signed)
  const child = fork(join(import.meta.dirname, 'validateFiles.ts'), [files, String(warmValidations)])
  children.push(child)
  const [ms] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [number]
  if (child.exitCode) throw new Error('the files were not validated')
  report({
    name: `validation of it, ${sizeOf(walks)} at B-LTA, no process and no HTTP, CPU`,
    measured: inMs(ms),
    demanded: `≤ ${mostValidatingMs} ms`,
    met: ms <= mostValidatingMs,
  })
}

const sizeOf = (walks: readonly Walk[]) => `${(walks.at(-1)!.signed.length / 1000).toFixed(0)} KB`

/** CPU time of a second in which nobody asks anything. */
async function idleRate(look: () => Spent): Promise<Spent> {
  const before = look()
  await wait(idleSeconds * 1000)
  return perOne(less(look(), before), idleSeconds)
}

async function giveTransactions(folder: string, personId: number): Promise<void> {
  const owner = createDb({ host: socketFolder(join(folder, 'database')), database: 'tawqi', user: ownerRole }, { connections: 1 })
  const { id: pricingId } = await owner.selectFrom('product_pricing').select('id').limit(1).executeTakeFirstOrThrow()
  const now = new Date()
  const accountId = await accountOf(owner, personId)
  const plan = { accountId, pricingId, kind: 'esignPlan' as const, orderLine: null, validFrom: now, validTo: addDays(now, 1) }
  await owner.updateTable('plan').set({ valid_to: now }).where('account_id', '=', accountId).execute()
  await creditPlan(owner, now, { ...plan, transactions: warmCount + warmWalks + 2 * count + signers.length })
  await owner.destroy()
}

/** `between`: when it began and ended, in milliseconds since 1970. */
type Walk = Record<Part, { spent: Spent[]; seconds: number }> & { signed: Buffer; between: [number, number] }
type Measure = <T>(name: Part, work: () => Promise<T>) => Promise<T>

/** One document from the upload to the download, and its verification by a stranger. */
async function walk(person: Browser, look: () => Spent): Promise<Walk> {
  const took = Object.fromEntries(parts.map((name) => [name, { spent: [] as Spent[], seconds: 0 }])) as unknown as Walk
  const part: Measure = async (name, work) => {
    const [before, began] = [look(), performance.now()]
    const result = await work()
    took[name].spent.push(less(look(), before))
    took[name].seconds += (performance.now() - began) / 1000
    return result
  }
  const began = Date.now()
  const signed = await signOne(person, part)
  const between: [number, number] = [began, Date.now()]
  for (const [name, address] of [
    ['verification, known sender', `10.1.0.${Math.floor(copies / filesOfAddress)}`],
    ['verification, new sender', `10.0.${copies >> 8}.${copies & 255}`],
  ] as const) {
    const headers = { ...pdfType, 'x-forwarded-for': address }
    const verified = await part(name, () => person.send('POST', '/api/v1/verify', { body: signed, headers }))
    if (verified.body.indication !== 'TOTAL-PASSED') throw new Error(`not verified: ${verified.text}`)
  }
  return Object.assign(took, { signed, between })
}

const pdfType = { 'content-type': 'application/pdf' }

/** From the upload to the signed file. */
async function signOne(person: Browser, part: Measure): Promise<Buffer> {
  const uploaded = await part('upload and inspection', () =>
    person.send('POST', '/api/v1/esign/my/uploads?name=bench.pdf', { body: copy(), headers: pdfType }),
  )
  const placement = { page: 1, x: 50, y: 50, width: 200, height: 60 }
  const documents = [{ uniqueFileID: uploaded.body.uniqueFileID, placement }]
  const started = await part('start', () => person.post('/api/v1/esign/my/sign/initiate', { documents, acceptTerms: true }))
  const { transactionID } = started.body
  const ask = () => part('stamp, sign and re-check', () => person.post('/api/v1/esign/my/sign/verify', { transactionID }))
  await part('approval', () => wait(approvalMs)) // the provider asks the person, and posts its token
  let answer = await ask()
  for (let tries = 0; answer.body.state !== 'success'; tries++) {
    if (tries === 20) throw new Error(`not signed: ${started.text} ${answer.text}`)
    await part('approval', () => wait(approvalMs))
    answer = await ask()
  }
  return part('download', async () => {
    const { body } = await person.post('/api/v1/esign/my/documents', { transactionID })
    const signed = await person.get(`/api/v1/esign/my/documents/${body.dataList[0].uniqueFileID}/signed`)
    return signed.body as Buffer
  })
}

function reportParts(walks: readonly Walk[], idle: Spent, bare: Spent): void {
  const costOf = (name: Part) =>
    perOne(
      less(
        sumOf(walks.flatMap((one) => one[name].spent)),
        idle,
        walks.reduce((sum, one) => sum + one[name].seconds, 0),
      ),
      walks.length,
    )
  const signing = parts.filter((name) => !name.startsWith('verification'))
  const whole = sumOf(signing.map(costOf))
  report({
    name: `the whole way of a document of ${(pdf.length / 1000).toFixed(0)} KB, CPU`,
    measured: inMs(totalOf(whole)),
    baseline: byProcess(whole),
    ratio: times(totalOf(whole) / totalOf(bare)),
    demanded: `≤ ${mostSigningMs} ms`,
    met: totalOf(whole) <= mostSigningMs,
  })
  for (const name of signing) {
    const cost = costOf(name)
    report({ name: `  ${name}`, measured: inMs(totalOf(cost)), baseline: byProcess(cost), demanded: '' })
  }
  report({
    name: '  the bare way: the same calls, with nothing of the product',
    measured: inMs(totalOf(bare)),
    baseline: byProcess(bare),
    ratio: times(1),
    demanded: '',
  })
  for (const name of parts.filter((one) => one.startsWith('verification'))) {
    const cost = costOf(name)
    report({ name: `${name}, ${sizeOf(walks)} at B-LTA`, measured: inMs(totalOf(cost)), baseline: byProcess(cost), demanded: '' })
  }
  report({
    name: 'a second in which nobody asks, taken off above, CPU',
    measured: inMs(totalOf(idle)),
    baseline: byProcess(idle),
    demanded: '',
  })
}

/** How long others waited at most because the serving thread was busy, for each document. */
function reportTurns(walks: readonly Walk[], file: string): void {
  const looks = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' ').map(Number) as [number, number])
  const longest = walks.map(({ between: [from, to] }) => Math.max(...looks.flatMap(([at, turn]) => (at >= from && at <= to ? [turn] : []))))
  const [middle, most] = [median(longest), Math.max(...longest)]
  report({
    name: 'the longest turn of the serving thread while a document goes through',
    measured: `${inMs(most)} at most`,
    baseline: `${inMs(middle)} median`,
    demanded: `≤ ${mostTurnMs} ms`,
    met: most <= mostTurnMs,
  })
}

const inMs = (value: number) => `${value.toFixed(1)} ms`
const byProcess = ({ process: own, serving, children, database }: Spent) =>
  `${inMs(serving)} serving thread, ${inMs(own - serving)} others, ${inMs(children)} children, ${inMs(database)} database`

if (process.platform === 'linux') await measureWholeWay()
