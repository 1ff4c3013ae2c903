import { connect, createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSimulators } from '#simulators/main.ts'
import { smtp } from './smtp.ts'

let simulators: Awaited<ReturnType<typeof startSimulators>>
beforeAll(async () => void (simulators = await startSimulators({ port: 0 })))
afterAll(() => simulators.close())

const from = 'توقيع للثقة الرقمية <no-reply@tawqi.example>'
const sender = (changed = {}) => smtp({ host: '127.0.0.1', port: simulators.smtpPort, tls: 'none', from, timeoutMs: 10_000, ...changed })
const message = (to: string) => ({
  to,
  subject: 'رمز التحقق الخاص بك للدخول إلى بوابة توقيع للخدمات الإلكترونية = 100%',
  text: 'رمزك 482913\n\n.\nسطر يبدأ بنقطة\n',
  html: '<p dir="rtl">رمزك <b>482913</b> &amp; وداعًا</p>',
})
const inbox = async (to: string) => (await fetch(`${simulators.url}/mail/messages?to=${encodeURIComponent(to)}`)).json()

test('Arabic arrives as it was written, newest first', async () => {
  expect(await sender().sendMail(message('noura@people.example'))).toBe('sent')
  expect(await sender().sendMail({ ...message('noura@people.example'), subject: 'ثانية' })).toBe('sent')
  expect(await sender().sendMail(message('other@people.example'))).toBe('sent')
  const [second, first, ...more] = await inbox('noura@people.example')
  expect(more).toEqual([])
  expect(second.subject).toBe('ثانية')
  const { subject, text, html } = message('')
  expect(first).toMatchObject({ to: 'noura@people.example', subject, html, from })
  expect(first.text.replaceAll('\r', '')).toBe(text.trimEnd())
  expect(Date.parse(first.at)).toBeLessThanOrEqual(Date.now())
  const page = await (await fetch(`${simulators.url}/mail`)).text()
  expect(page).toContain('dir="rtl"')
  expect(page).not.toContain('<b>482913</b>')
})

test('an address that does not exist is refused', async () => {
  expect(await sender().sendMail(message('nobody@refused.example'))).toBe('refused')
})

test.each([
  'a@b.example, c@d.example',
  'a@b.example\r\nBcc: c@d.example',
  'Name <a@b.example>',
  'group:a@b.example;',
  'a@b@c.example',
  'nobody',
  '',
])('%j is not one address', async (to) => {
  const before = await inbox('')
  expect(await sender().sendMail(message(to))).toBe('refused')
  expect(await inbox('')).toEqual(before)
})

test('a subject cannot add headers', async () => {
  await sender().sendMail({ ...message('line@people.example'), subject: 'One\r\nBcc: victim@people.example\r\n\r\nbody' })
  expect(await inbox('victim@people.example')).toEqual([])
  expect(await inbox('line@people.example')).toMatchObject([{ text: expect.stringContaining('482913') }])
})

test('without TLS, a server that must have it gets nothing', async () => {
  await expect(sender({ tls: 'required' }).sendMail(message('noura@people.example'))).rejects.toMatchObject({ name: 'ProviderUnavailable' })
})

const servers: Server[] = []
afterAll(() => servers.forEach((server) => server.close()))
async function speaking(greet: (socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    greet(socket)
  })
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}

test.each([
  ['a silent server', (socket: Socket) => void socket.setTimeout(2000, () => socket.destroy()), 'timeout'],
  ['a busy server', (socket: Socket) => void socket.end('421 busy\r\n'), 'status'],
  ['a cut line', (socket: Socket) => void socket.destroy(), 'network'],
])('%s leaves it unsent, to be tried again', async (_, greet, reason) => {
  const timeoutMs = reason === 'timeout' ? 400 : 10_000
  await expect(sender({ port: await speaking(greet), timeoutMs }).sendMail(message('noura@people.example'))).rejects.toMatchObject({
    name: 'ProviderUnavailable',
    reason,
  })
})

test('a server that goes on answering without an end holds up neither its letter nor the next', async () => {
  const port = await speaking((socket) => {
    socket.write('220 here\r\n')
    const drip = setInterval(() => socket.write('250-and more\r\n'), 50)
    socket.on('close', () => clearInterval(drip))
  })
  const dripping = sender({ port, longestMs: 1_000 })
  const letters = Array.from({ length: 7 }, () => dripping.sendMail(message('noura@people.example')))
  for (const one of await Promise.allSettled(letters))
    expect(one).toMatchObject({ status: 'rejected', reason: { name: 'ProviderUnavailable', reason: 'timeout' } })
})

test('nobody there', async () => {
  await expect(sender({ port: 1 }).sendMail(message('noura@people.example'))).rejects.toMatchObject({ reason: 'network' })
})

test('letters one after the other go over one connection; one that the server closed meanwhile is opened anew', async () => {
  const opened: Socket[] = []
  const port = await speaking((socket) => {
    opened.push(socket)
    const server = connect(simulators.smtpPort, '127.0.0.1')
    server.on('error', () => {})
    socket.pipe(server).pipe(socket)
  })
  const through = sender({ port })
  for (const subject of ['first', 'second', 'third'])
    expect(await through.sendMail({ ...message('kept@people.example'), subject })).toBe('sent')
  expect(opened).toHaveLength(1)
  opened[0]!.destroy()
  expect(await through.sendMail({ ...message('kept@people.example'), subject: 'fourth' })).toBe('sent')
  expect(opened).toHaveLength(2)
  expect((await inbox('kept@people.example')).map(({ subject }: { subject: string }) => subject)).toEqual([
    'fourth',
    'third',
    'second',
    'first',
  ])
})
