import * as calls from '#contract/certificates.ts'
import { readCertificationRequest, type RequestFault, type RequestRead } from '#server/ca/readCertificationRequest.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { strangersText } from '#server/platform/isolate.ts'
import { Problem } from '#server/platform/problems.ts'
import { lockKey } from '#server/platform/db/lockKey.ts'

const sentences: Record<RequestFault, { ar: string; en: string }> = {
  malformed: {
    ar: 'تعذّرت قراءة طلب الشهادة. ألصق ملف PKCS#10 كاملًا كما أنشأه برنامجك.',
    en: 'The certification request could not be read. Paste the whole PKCS#10 file as your program made it.',
  },
  'unaccepted-signature': {
    ar: 'وُقّع طلب الشهادة بخوارزمية لم تعد مقبولة، مثل SHA-1. أنشئه من جديد باستخدام SHA-256.',
    en: 'The request is signed with an algorithm that is no longer accepted, such as SHA-1. Make it again with SHA-256.',
  },
  'not-possessed': {
    ar: 'توقيع طلب الشهادة لا يطابق مفتاحه. أنشئ الطلب من جديد بالمفتاح نفسه.',
    en: 'The request is not signed by its own key. Make it again with the key that it names.',
  },
  'blocked-key': {
    ar: 'هذا المفتاح مستخدم في شهادة أخرى أو محظور. أنشئ مفتاحًا جديدًا.',
    en: 'This key is used in another certificate or blocked. Make a new key.',
  },
  'unsupported-algorithm': {
    ar: 'نوع المفتاح غير مدعوم. استخدم P-256 أو P-384 أو RSA بطول 3072 بت فأكثر.',
    en: 'Keys of this type are not supported. Use P-256, P-384, or RSA of 3072 bits or more.',
  },
  'unsupported-curve': {
    ar: 'المنحنى غير مدعوم. استخدم P-256 أو P-384.',
    en: 'This curve is not supported. Use P-256 or P-384.',
  },
  'point-not-on-curve': { ar: 'المفتاح غير صالح. أنشئ مفتاحًا جديدًا.', en: 'The key is not valid. Make a new one.' },
  'rsa-modulus-size': {
    ar: 'طول مفتاح RSA يجب أن يكون 3072 بت على الأقل و8192 بت على الأكثر.',
    en: 'An RSA key must have at least 3072 and at most 8192 bits.',
  },
  'rsa-exponent': { ar: 'الأس العام لمفتاح RSA يجب أن يكون 65537.', en: 'The public exponent of an RSA key must be 65537.' },
  'rsa-small-factor': { ar: 'مفتاح RSA ضعيف. أنشئ مفتاحًا جديدًا.', en: 'This RSA key is weak. Make a new one.' },
  'rsa-close-primes': { ar: 'مفتاح RSA ضعيف. أنشئ مفتاحًا جديدًا.', en: 'This RSA key is weak. Make a new one.' },
  'rsa-roca': {
    ar: 'مفتاح RSA من شريحة معروفة الضعف (ROCA). أنشئ مفتاحًا جديدًا ببرنامج آخر.',
    en: 'This RSA key comes from a chip that is known to make weak ones (ROCA). Make a new one with another program.',
  },
}

const refuse = ({ language }: Pick<Ctx, 'language'>, fault: RequestFault, cause?: unknown) =>
  new Problem('INVALID', {
    cause: cause ?? fault,
    title: sentences[fault],
    errors: [{ field: 'csr', message: sentences[fault][language] }],
  })

/** The key was certified for somebody else in the meantime. */
export const keyIsTaken = (ctx: Pick<Ctx, 'language'>, cause: unknown) => refuse(ctx, 'blocked-key', cause)

/**
 * Reads a certification request that a person pasted: PEM, or DER in Base64. Its key must be good, theirs, and new here; what it says of
 * its subject is not used. @throws Problem INVALID with a sentence
 */
export async function readRequest(ctx: Pick<Ctx, 'app' | 'language'>, text: string): Promise<RequestRead> {
  const read = readCertificationRequest(text)
  if ('fault' in read) throw refuse(ctx, read.fault, read.cause)
  if (await ctx.app.authority.personal.isTaken(read.publicKey)) throw refuse(ctx, 'blocked-key')
  return read
}

/**
 * Holds a key for the application of this transaction: another one that is open with it goes first. @throws Problem INVALID
 * @param except the application that may have it
 */
export async function refuseKeyInUse(
  tx: Tx,
  ctx: Pick<Ctx, 'language'>,
  { publicKey, sha256 }: Pick<RequestRead, 'publicKey' | 'sha256'>,
  except?: number,
): Promise<void> {
  await lockKey(tx, `certificate key|${sha256.toString('hex')}`)
  const other = await tx
    .selectFrom('dsc')
    .select('id')
    .where('public_key', '=', publicKey)
    .where('state', 'not in', ['rejected', 'cancelled'])
    .$if(except !== undefined, (q) => q.where('id', '<>', except!))
    .limit(1)
    .executeTakeFirst()
  if (other) throw refuse(ctx, 'blocked-key')
}

export const inspectCertificateRequest = route(calls.inspectCertificateRequest, async (ctx, { csr }) => {
  const { keyAlgorithm, sha256, subject } = await readRequest(ctx, csr)
  return { keyAlgorithm, publicKeySha256: sha256.toString('hex').toUpperCase(), subject: strangersText(subject) }
})
