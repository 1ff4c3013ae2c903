/** Rules that look at more than one field, at the person or at what was asked before: each with its sentence, in both languages. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { allCalls } from '#contract/areas.ts'
import type { Call } from '#contract/kit.ts'
import { cast, demoPassword } from '#server/demo/cast.ts'
import { base, certificateHolder } from './certificateHolder.ts'
import { enroller } from './enroller.ts'
import { nationalIdOf } from './people.ts'
import { sampleAddress } from './sampleAddress.ts'
import { testServer, type Browser, type TestServer } from './server.ts'

let server: TestServer
let browsers: Record<'ar' | 'en', Browser>
let holder: ReturnType<typeof certificateHolder>
const folder = mkdtempSync(join(tmpdir(), 'tawqi-rules-'))
beforeAll(async () => {
  server = await testServer()
  browsers = { ar: await server.signIn(cast.noura, { language: 'ar' }), en: await server.signIn(cast.noura, { language: 'en' }) }
  holder = certificateHolder(server, browsers.en)
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => server.forgetAttempts())

type Said = { ar: string; en: string }

type Fields = Record<string, unknown>
type Asked = Pick<Call, 'method' | 'path' | 'params'>
/** A call that reads takes in its address what others take in their body. */
const asking = (call: Asked, browser: Browser, fields: Fields) =>
  call.method === 'GET'
    ? browser.get(`${sampleAddress(call)}?${new URLSearchParams(fields as Record<string, string>)}`)
    : browser.post(call.path, fields)

/** Both languages are asked; nothing is carried out. */
async function expectRefused(path: string | Asked, body: Fields, field: string, said: Said, by = browsers): Promise<void> {
  const ask = async (language: 'ar' | 'en') => {
    const {
      status,
      body: answer,
      text,
    } = await (typeof path === 'string' ? by[language].post(path, body) : asking(path, by[language], body))
    return [status, answer.detail, answer.errors ?? text]
  }
  for (const language of ['ar', 'en'] as const) expect(await ask(language)).toEqual([422, 'INVALID', [{ field, message: said[language] }]])
}

const length: Said = { ar: 'اختر كلمة مرور من 10 أحرف إلى 128 حرفًا.', en: 'Choose a password of 10 to 128 characters.' }
const personal: Said = {
  ar: 'لا تضع اسمك أو هويتك أو جوالك أو بريدك في كلمة المرور.',
  en: 'Leave your name, ID, mobile and e-mail out of the password.',
}
const common: Said = {
  ar: 'كلمة المرور هذه شائعة يسهل تخمينها. اختر غيرها.',
  en: 'This password is common and easily guessed. Choose another.',
}

describe('a password that is changed', () => {
  const path = '/api/v1/profile/my/password'
  test.each<[what: string, password: string, said: Said]>([
    ['too short', 'short-one', length],
    ['too long', 'a'.repeat(129), length],
    ['the ID in it', 'my-1200000014-id', personal],
    ['the ID in Arabic digits in it', 'رقمي ١٢٠٠٠٠٠٠١٤ هنا', personal],
    ['the mobile number in it', 'call 0500000014 me', personal],
    ['the English name in it', 'alqahtani-of-Najd', personal],
    ['the Arabic name in it', 'القحطاني من نجد', personal],
    ['a common word', 'P@ssw0rd2026', common],
    ['a run of keys', '1234567890', common],
    ['the present one', demoPassword, { ar: 'هذه كلمة مرورك الحالية. اختر غيرها.', en: 'This is your present password. Choose another.' }],
  ])('%s', (_, newPassword, said) => expectRefused(path, { currentPassword: demoPassword, newPassword }, 'newPassword', said))

  test('by a present one that is wrong', () =>
    expectRefused(path, { currentPassword: 'not-this-one', newPassword: 'Sand-dunes-at-9pm' }, 'currentPassword', {
      ar: 'كلمة المرور الحالية غير صحيحة.',
      en: 'The present password is not right.',
    }))
})

test('a password of an enrolment holds nothing of what stands beside it, nor of who was proven', async () => {
  const nationalID = nationalIdOf(2, 901)
  const one = server.browser({ language: 'ar' })
  const { enrolment } = await enroller(server).prove(one, nationalID)
  const other = server.browser({ language: 'en', deviceId: one.deviceId })
  const parts = enrolment.person.fullName.split(' ') as string[]
  const name = parts.find((part) => part.length >= 4)!
  const beside = { enrolmentID: enrolment.enrolmentID, email: 'desert.rose@example.sa', mobileNo: '0559876543', acceptTerms: true }
  for (const [password, said] of [
    ['short-one', length],
    [`x ${nationalID} y`, personal],
    ['desert-and-dune', personal],
    ['ring 59876543 now', personal],
    [`${name}-at-9pm`, personal],
    ['qwertyuiop', common],
  ] as const)
    await expectRefused('/api/v1/auth/enrollment/contact', { ...beside, password }, 'password', said, { ar: one, en: other })
})

describe('a contact address that is the present one', () => {
  const said: Said = { ar: 'هذا هو المسجّل في حسابك الآن.', en: 'This is what your account has now.' }
  test.each([
    ['email', { email: 'NOURA.alqahtani@example.sa' }, 'email'],
    ['mobile', { mobileNo: '+966 50 000 0014' }, 'mobileNo'],
  ])('%s', (contact, body, field) => expectRefused(`/api/v1/profile/my/contact/${contact}`, body, field, said))
})

const withPeriod = allCalls.filter(
  ({ call }) => call.access === 'person' && ['fromDate', 'toDate'].every((name) => name in { ...call.query, ...call.body }),
)

describe('a period that ends before it begins', () => {
  test('has calls', () =>
    expect(withPeriod.map(({ name }) => name)).toEqual([
      'readMyDashboard',
      'listPaymentHistory',
      'exportPaymentHistory',
      'listMyTransactions',
      'exportMyTransactions',
    ]))

  test.each(withPeriod.map(({ name, call }) => [name, call] as const))('%s', async (_, call) => {
    const said = { ar: 'تنتهي الفترة قبل أن تبدأ.', en: 'The period ends before it begins.' }
    await expectRefused(call, { fromDate: '2026-02-02', toDate: '2026-02-01' }, 'toDate', said)
    expect((await asking(call, browsers.ar, { fromDate: '2026-02-01', toDate: '2026-02-01' })).status).toBe(200)
  })

  test('too long a one for its steps', async () => {
    const said = {
      ar: 'الفترة أطول من أن تُعرض بهذا التقسيم. قصّرها أو قسّمها بالأشهر.',
      en: 'The period is too long for these steps. Shorten it, or choose months.',
    }
    const path = '/api/v1/dashboard/my/dashboard'
    await expectRefused(path, { fromDate: '2025-01-01', toDate: '2026-01-01', per: 'day' }, 'per', said)
    await expectRefused(path, { fromDate: '0001-01-01', toDate: '9999-12-31' }, 'fromDate', said)
  })
})

const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
/** A request as somebody's own program makes it. */
function csrOf(key: string[], subject = '/CN=Somebody Else/C=US'): string {
  const digest = key.includes('ED25519') ? [] : ['-sha256']
  openssl('req', '-new', '-nodes', '-newkey', ...key, ...digest, '-keyout', 'key.pem', '-subj', subject, '-out', 'request.csr')
  return readFileSync(join(folder, 'request.csr'), 'utf8')
}
const ec = (curve: string) => ['ec', '-pkeyopt', `ec_paramgen_curve:${curve}`]

/** The last octet of the signature is another one. */
function forged(): string {
  const der = Buffer.from(csrOf(ec('P-256')).replace(/-----[^-]+-----|\s/g, ''), 'base64')
  der[der.length - 1]! ^= 1
  return der.toString('base64')
}

const unreadable = {
  ar: 'تعذّرت قراءة طلب الشهادة. ألصق ملف PKCS#10 كاملًا كما أنشأه برنامجك.',
  en: 'The certification request could not be read. Paste the whole PKCS#10 file as your program made it.',
}
const taken = {
  ar: 'هذا المفتاح مستخدم في شهادة أخرى أو محظور. أنشئ مفتاحًا جديدًا.',
  en: 'This key is used in another certificate or blocked. Make a new key.',
}

describe('a certification request', () => {
  test.each<[what: string, make: () => string, said: Said]>([
    ['that is none', () => 'hello', unreadable],
    ['cut short', () => csrOf(ec('P-256')).slice(0, 200), unreadable],
    [
      'signed by another key',
      forged,
      {
        ar: 'توقيع طلب الشهادة لا يطابق مفتاحه. أنشئ الطلب من جديد بالمفتاح نفسه.',
        en: 'The request is not signed by its own key. Make it again with the key that it names.',
      },
    ],
    [
      'of another algorithm',
      () => csrOf(['ED25519']),
      {
        ar: 'نوع المفتاح غير مدعوم. استخدم P-256 أو P-384 أو RSA بطول 3072 بت فأكثر.',
        en: 'Keys of this type are not supported. Use P-256, P-384, or RSA of 3072 bits or more.',
      },
    ],
    [
      'on another curve',
      () => csrOf(ec('P-521')),
      { ar: 'المنحنى غير مدعوم. استخدم P-256 أو P-384.', en: 'This curve is not supported. Use P-256 or P-384.' },
    ],
    [
      'with a short RSA key',
      () => csrOf(['rsa:2048']),
      {
        ar: 'طول مفتاح RSA يجب أن يكون 3072 بت على الأقل و8192 بت على الأكثر.',
        en: 'An RSA key must have at least 3072 and at most 8192 bits.',
      },
    ],
    [
      'with an exponent of 3',
      () => csrOf(['rsa:3072', '-pkeyopt', 'rsa_keygen_pubexp:3']),
      { ar: 'الأس العام لمفتاح RSA يجب أن يكون 65537.', en: 'The public exponent of an RSA key must be 65537.' },
    ],
  ])('%s', async (_, make, said) => {
    await expectRefused(`${base}/csr/inspect`, { csr: make() }, 'csr', said)
  })

  test('of a key that has a certificate; its subject is shown and never used', async () => {
    const csr = csrOf(ec('P-256'))
    const { body } = await browsers.en.post(`${base}/csr/inspect`, { csr })
    expect(body).toMatchObject({ keyAlgorithm: 'P-256', subject: expect.stringContaining('Somebody Else') })
    const slno = await holder.issued({ code: 'personalSigning', keySource: 'csr', csr })
    const { subject } = (await holder.read(slno)) as { subject: { value: string }[] }
    const written = JSON.stringify(subject)
    expect(written).toContain('Noura')
    expect(written).not.toMatch(/Somebody|"US"/)
    await expectRefused(`${base}/csr/inspect`, { csr }, 'csr', taken)
  })
})

describe('an application for a certificate', () => {
  /** The price of a class that offers what is asked, or does not. */
  async function priceOf(fits: (one: { keySources: string[]; keyKinds: string[] }) => boolean): Promise<number> {
    const { dataList } = (await browsers.en.get('/api/v1/common/dsc/classes')).body
    return dataList.find(fits).prices[0].productPricingDetailsSlno
  }
  const acceptTerms = true

  test('with the key where the class does not keep it', async () => {
    const pricing = await server.db.selectFrom('certificate_class').select(['id', 'key_sources']).orderBy('id').executeTakeFirstOrThrow()
    await server.owner
      .updateTable('certificate_class')
      .set({ key_sources: ['keyStore'] })
      .where('id', '=', pricing.id)
      .execute()
    const productPricingDetailsSlno = await priceOf(({ keySources }) => !keySources.includes('pkcs12'))
    await expectRefused(`${base}/apply`, { productPricingDetailsSlno, keySource: 'pkcs12', acceptTerms }, 'keySource', {
      ar: 'لا تتيح هذه الفئة حفظ المفتاح بهذه الطريقة.',
      en: 'This class does not offer that place for the key.',
    })
    await server.owner.updateTable('certificate_class').set({ key_sources: pricing.key_sources }).where('id', '=', pricing.id).execute()
  })

  test('with a type of key that the class does not make', async () => {
    const { id, key_kinds } = await server.db
      .selectFrom('certificate_class')
      .select(['id', 'key_kinds'])
      .orderBy('id')
      .executeTakeFirstOrThrow()
    await server.owner
      .updateTable('certificate_class')
      .set({ key_kinds: ['P-256'] })
      .where('id', '=', id)
      .execute()
    const productPricingDetailsSlno = await priceOf(({ keyKinds }) => !keyKinds.includes('RSA-3072'))
    const body = { productPricingDetailsSlno, keySource: 'keyStore', keyKind: 'RSA-3072', acceptTerms }
    await expectRefused(`${base}/apply`, body, 'keyKind', {
      ar: 'لا تتيح هذه الفئة هذا النوع من المفاتيح.',
      en: 'This class does not offer that type of key.',
    })
    await server.owner.updateTable('certificate_class').set({ key_kinds }).where('id', '=', id).execute()
  })

  test('with a key of one’s own and no request', async () => {
    const productPricingDetailsSlno = await priceOf(({ keySources }) => keySources.includes('csr'))
    await expectRefused(`${base}/apply`, { productPricingDetailsSlno, keySource: 'csr', acceptTerms }, 'csr', {
      ar: 'أرفق طلب الشهادة (PKCS#10) الذي أنشأته بمفتاحك.',
      en: 'Add the certification request (PKCS#10) that you made with your key.',
    })
  })

  test('for a key in a file, issued without a passphrase', async () => {
    const slno = await holder.verified({ code: 'personalSigning', keySource: 'pkcs12' })
    await expectRefused(`${base}/issue`, { encodedCertificateSlno: slno }, 'passphrase', {
      ar: 'اختر عبارة مرور لملف PKCS#12. لا نحتفظ بها، ولا يُفتح الملف بدونها.',
      en: 'Choose a passphrase for the PKCS#12 file. We do not keep it, and the file cannot be opened without it.',
    })
  })
})

test('a document stands once in a signing', () => {
  const document = { uniqueFileID: 'A'.repeat(22), placement: null }
  return expectRefused('/api/v1/esign/my/sign/initiate', { documents: [document, document], acceptTerms: true }, 'documents', {
    ar: 'المستند نفسه مذكور مرتين.',
    en: 'The same document is named twice.',
  })
})
