/**
 * Two replicas on one database behind a balancer, killed in turn while people sign, buy and invite. Whoever does not hear how a keyed request
 * ended sends it again under the same key until there is an answer: nothing is lost, nothing is done twice, and the answer is the request's own.
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { accountOf } from '#server/platform/accounts.ts'
import { addDays } from '#server/platform/clock.ts'
import { creditPlan, unbalancedPlans } from '#server/platform/ledger.ts'
import { startSimulators } from '#simulators/main.ts'
import { startBalancer } from './balancer.ts'
import { preparedDatabase, type TestDatabase } from './database.ts'
import { simplePdf } from './fixtures/pdf/make/write.ts'
import { nationalIdOf } from './people.ts'
import { freePort } from './ports.ts'
import { startProduct } from './productProcess.ts'
import { randomBelow } from './random.ts'
import { Browser, newKey, type Answer } from './server.ts'
import { isRelease, volume } from './volume.ts'

const kills = volume({ push: 3, release: 40 })
const seed = 20_261_125
const below = randomBelow(seed)
/** Longer than a request whose process died keeps its key. */
const patienceMs = 120_000
/** A signing whose process died goes on when its lease of a minute has ended, and its next process may die as well, more than once. */
const signedWithinMs = 300_000
const refreshedAfterMs = 240_000
const held = 5_000
const folder = mkdtempSync(join(tmpdir(), 'tawqi-killed-'))
const replicas: { port: number; product: ChildProcess }[] = []
let database: TestDatabase
let simulators: Awaited<ReturnType<typeof startSimulators>>
let balancer: Awaited<ReturnType<typeof startBalancer>>
let isOver = false

const start = (port: number) =>
  startProduct({ folder, port, database, simulators, env: { PUBLIC_URL: balancer.url, HUMAN_CHECK_AFTER_STARTS: '10000' } })

beforeAll(async () => {
  database = await preparedDatabase(folder)
  const ports = [await freePort(), await freePort()]
  balancer = await startBalancer(ports)
  simulators = await startSimulators({
    port: 0,
    nafath: { decideAfterMs: 50 },
    callbacks: {
      nafath: `${balancer.url}/api/v1/auth/nafath/callback`,
      moyasar: `${balancer.url}/api/v1/payments/moyasar/webhook`,
    },
  })
  for (const port of ports) replicas.push({ port, product: await start(port) })
}, 180_000)
afterAll(async () => {
  for (const { product } of replicas) product.kill('SIGKILL')
  await balancer.close()
  await simulators.close()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Until there is an answer that is one: the connection may end, and a replica say that it is busy. */
async function insist(call: () => Promise<Answer>): Promise<{ answer: Answer; repeats: number }> {
  const end = performance.now() + patienceMs
  for (let repeats = 0; ; repeats++) {
    const answer = await call().catch((error: Error) => error)
    if (!(answer instanceof Error) && answer.status !== 503 && answer.body?.detail !== 'STILL_RUNNING') return { answer, repeats }
    // What the answer asks for would be waited for by a client in earnest; this one is in a hurry, so that requests meet.
    if (!(answer instanceof Error)) expect(answer.headers.get('retry-after'), answer.text).toMatch(/^\d+$/)
    if (performance.now() > end) throw answer instanceof Error ? answer : new Error(`still ${answer.text}`)
    await wait(200)
  }
}

type Done = { answer: Answer; again: () => Promise<Answer> }
type Person = { browser: Browser; keyed: (path: string, body: object) => Promise<Answer>; done: Done[]; repeated: number; freshAt: number }

async function personOf(nationalId: string): Promise<Person> {
  const browser = new Browser(balancer.url)
  await browser.signIn(nationalId)
  const person: Person = {
    browser,
    done: [],
    repeated: 0,
    freshAt: performance.now(),
    async keyed(path, body) {
      const key = newKey()
      const again = () => browser.post(path, body, { 'idempotency-key': key })
      const { answer, repeats } = await insist(again)
      expect(answer.status, `${path}: ${answer.text}`).toBe(200)
      person.done.push({ answer, again })
      if (repeats > 0) person.repeated++
      return answer
    },
  }
  return person
}

async function stayIn(person: Person) {
  if (performance.now() - person.freshAt < refreshedAfterMs) return
  const { browser } = person
  const body = { refreshToken: browser.session.refreshToken, deviceID: browser.deviceId }
  const { answer } = await insist(() => browser.post('/api/v1/auth/refresh', body))
  expect(answer.status, answer.text).toBe(200)
  Object.assign(browser.session, answer.body)
  // a purchase wants an identity that was confirmed minutes ago
  const sessionId = browser.session.token.split('.')[0]
  await database.owner.updateTable('session').set({ confirmed_at: new Date() }).where('id', '=', sessionId).execute()
  person.freshAt = performance.now()
}

/** Does its work again and again until the killing is over. */
async function busy(person: Person, work: (n: number) => Promise<void>) {
  for (let n = 0; !isOver; n++) {
    await stayIn(person)
    await work(n)
    await wait(50)
  }
}

const placement = { page: 1, x: 50, y: 50, width: 200, height: 60 }
const sign = (person: Person, signed: string[], planId: number) => async (n: number) => {
  const { browser } = person
  const headers = { 'content-type': 'application/pdf' }
  const body = simplePdf({ catalogue: `/Uploaded ${planId} /Again ${n}` }) // the same file again would give back what a lost order reserved
  const uploaded = await insist(() => browser.send('POST', `/api/v1/esign/my/uploads?name=${n}.pdf`, { body, headers }))
  const { uniqueFileID } = uploaded.answer.body
  expect(uniqueFileID, uploaded.answer.text).toBeTruthy()
  const order = { documents: [{ uniqueFileID, placement }], acceptTerms: true }
  const { transactionID } = (await person.keyed('/api/v1/esign/my/sign/initiate', order)).body
  signed.push(transactionID)
  for (const end = performance.now() + signedWithinMs; ;) {
    const { answer } = await insist(() => browser.post('/api/v1/esign/my/sign/verify', { transactionID }))
    if (answer.body.state === 'success') return
    expect(['reserved', 'authentication', 'signing'], answer.text).toContain(answer.body.state)
    expect(performance.now(), 'signed in time').toBeLessThan(end)
    await wait(100)
  }
}

const countOf = async (table: 'esign_transaction' | 'sales_order' | 'payment' | 'membership') =>
  (
    await database.db
      .selectFrom(table)
      .select((e) => e.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

async function planFor(nationalId: string) {
  const person = await personOf(nationalId)
  const accountId = await accountOf(database.db, person.browser.session.slno)
  const now = new Date()
  const { id: pricingId } = await database.db
    .selectFrom('product_pricing')
    .select('id')
    .where('transactions', '=', 50)
    .executeTakeFirstOrThrow()
  await database.owner.updateTable('plan').set({ valid_to: now }).where('account_id', '=', accountId).execute()
  const validTo = addDays(now, 365)
  const plan = { accountId, pricingId, kind: 'esignPlan', orderLine: null, transactions: held, validFrom: now, validTo } as const
  const planId = await database.db.transaction().execute((tx) => creditPlan(tx, now, plan))
  return { person, planId }
}

/** Counts of attempts are for others; and, but in a release’s run, a minute passes for whoever waits for a process that died at that moment. */
async function letTimePass(diedAt: Date) {
  await sql`truncate throttle`.execute(database.owner)
  if (isRelease) return
  await wait(3_000) // what the other replica is about ends meanwhile: for that no minute passes
  await sql`update idempotency_key set created_at = created_at - interval '61 s' where status is null and created_at <= ${diedAt}`.execute(
    database.owner,
  )
}

async function killInTurn() {
  for (let i = 0; i < kills; i++) {
    await wait(200 + below(1_500))
    const replica = replicas[i % replicas.length]!
    const ended = once(replica.product, 'exit')
    replica.product.kill('SIGKILL')
    await ended
    await letTimePass(new Date())
    replica.product = await start(replica.port)
  }
  isOver = true
}

/** What there is to count of each kind of work. */
const effects = async () => ({
  signings: await countOf('esign_transaction'),
  purchases: await countOf('sales_order'),
  payments: await countOf('payment'),
  invitations: await countOf('membership'),
})

test(
  `${kills} times kill -9 (seed ${seed}): each keyed request has one effect and its own answer`,
  { timeout: volume({ push: 300_000, release: 1_800_000 }) },
  async () => {
    const signers = [await planFor(cast.faisal), await planFor(cast.noura)]
    const [buyer, admin] = [await personOf(cast.noura), await personOf(cast.sarah)]
    const plans = await buyer.browser.get('/api/v1/common/esign/plans')
    const { productPricingDetailsSlno } = plans.body.planDetailsDTOList.find(({ planName }: { planName: string }) => planName === 'Starter')
    const before = await effects()
    const signed: string[] = []
    const emails: string[] = []
    const work = Promise.all([
      ...signers.map(({ person, planId }) => busy(person, sign(person, signed, planId))),
      busy(buyer, async () => {
        await buyer.keyed('/api/v1/esign/my/subscription/buy', { productPricingDetailsSlno, acceptTerms: true })
      }),
      busy(admin, async (n) => {
        const email = `killed-${n}@horizon.example`
        emails.push(email)
        const mobileNo = `05${String(71_000_000 + n)}`
        const invited = { nationalID: nationalIdOf(1, n), fullName: `Invited ${n}`, email, mobileNo, userType: 'organizationUser' }
        await admin.keyed('/api/v1/user/org/uav/createUavUser', invited)
      }),
    ])
    await Promise.all([work, killInTurn()]).finally(() => (isOver = true))

    const people = [...signers.map(({ person }) => person), buyer, admin]
    const signings = signers.reduce((sum, { person }) => sum + person.done.length, 0)
    const [purchases, invitations] = [buyer.done.length, admin.done.length]
    const sentAgain = people.reduce((sum, { repeated }) => sum + repeated, 0)
    console.log({ signings, purchases, invitations, sentAgain })
    expect(sentAgain, 'requests whose answer was lost').toBeGreaterThan(0)
    for (const person of people)
      for (const { answer, again } of person.done) {
        await stayIn(person) // a thousand answers take minutes on a busy machine
        const repeat = await again()
        expect([repeat.status, repeat.text, repeat.headers.get('idempotent-replay')]).toEqual([200, answer.text, '1'])
      }
    const after = await effects()
    expect(after).toEqual({
      signings: before.signings + signings,
      purchases: before.purchases + purchases,
      payments: before.payments + purchases,
      invitations: before.invitations + invitations,
    })
    expect(new Set(signed).size).toBe(signings)
    for (const { person, planId } of signers) {
      const spent = person.done.length
      const plan = await database.db
        .selectFrom('plan')
        .select(['available', 'reserved', 'spent'])
        .where('id', '=', planId)
        .executeTakeFirst()
      expect(plan).toEqual({ available: held - spent, reserved: 0, spent })
    }
    expect(await unbalancedPlans(database.db)).toEqual([])
    const letters = await database.owner.selectFrom('message').select('recipient').where('recipient', 'in', emails).execute()
    expect(letters.map(({ recipient }) => recipient).toSorted()).toEqual(emails.toSorted())
  },
)
