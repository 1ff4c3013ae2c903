import type { PersonalClass, SealClass } from '#server/ca/classes.ts'
import { certificateTerms, putCertificateOnSale } from '#server/features/catalogue/offers.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { newPublicId } from '#server/platform/secrets.ts'

type Offer = { code: string; ar: string; en: string; transactions: number; validityDays: number; priceHalalas: number }

const offers: readonly Offer[] = [
  { code: 'starter', ar: 'باقة البداية', en: 'Starter', transactions: 10, validityDays: 180, priceHalalas: 5_000 },
  { code: 'personal', ar: 'باقة الأفراد', en: 'Personal', transactions: 50, validityDays: 365, priceHalalas: 20_000 },
  { code: 'freelance', ar: 'باقة الأعمال الحرة', en: 'Freelance', transactions: 100, validityDays: 365, priceHalalas: 36_000 },
  { code: 'professional', ar: 'الباقة المهنية', en: 'Professional', transactions: 250, validityDays: 365, priceHalalas: 80_000 },
]

/** VAT, the products and their prices. @returns the pricing ids, the welcome pack's apart */
export async function addCatalogue(tx: Tx, since: Date): Promise<{ welcomePack: number; plans: number[] }> {
  await tx.insertInto('vat_rate').values({ valid_from: since, basis_points: 1_500 }).execute()
  const product = async (kind: 'esignPlan' | 'welcomePack', ar: string, en: string) =>
    (await tx.insertInto('product').values({ kind, name_ar: ar, name_en: en }).returning('id').executeTakeFirstOrThrow()).id
  const pricing = async (productId: number, position: number, { code, ar, en, transactions, validityDays, priceHalalas }: Offer) =>
    (
      await tx
        .insertInto('product_pricing')
        .values({
          public_id: newPublicId(),
          product_id: productId,
          plan_name_ar: ar,
          plan_name_en: en,
          transactions,
          validity_days: validityDays,
          price_halalas: priceHalalas,
          position,
          code,
          sold_from: since,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const welcome = await product('welcomePack', 'هدية الترحيب', 'Welcome pack')
  const welcomePack = await pricing(welcome, 0, {
    code: 'welcomePack',
    ar: 'باقة ترحيبية',
    en: 'Welcome pack',
    transactions: 3,
    validityDays: 90,
    priceHalalas: 0,
  })
  const esign = await product('esignPlan', 'التوقيع الإلكتروني', 'Electronic signature')
  const plans: number[] = []
  for (const [position, offer] of offers.entries()) plans.push(await pricing(esign, position, { ...offer, code: `plan:${offer.code}` }))
  await addCertificateClasses(tx, since)
  return { welcomePack, plans }
}

type ClassOnSale = {
  code: PersonalClass | SealClass
  ar: string
  en: string
  descriptionAr: string
  descriptionEn: string
  usage: 'signing' | 'authentication' | 'sealing'
  assurance: 'substantial' | 'high'
  keySources: string[]
  keyKinds: string[]
  /** For one, two and three years. */
  pricesHalalas: readonly number[]
}

const classes: readonly ClassOnSale[] = [
  {
    code: 'personalSigningHigh',
    ar: 'شهادة التوقيع المتقدمة',
    en: 'Advanced signing certificate',
    descriptionAr: 'لتوقيع مستنداتك من حسابك هنا. يُنشأ المفتاح ويُحفظ في مخزن المفاتيح لدينا، ولا يوقّع إلا بموافقتك في نفاذ.',
    descriptionEn:
      'For signing documents from your account here. The key is made and kept in our key store and signs only with your approval in Nafath.',
    usage: 'signing',
    assurance: 'high',
    keySources: ['keyStore'],
    keyKinds: ['P-256', 'RSA-3072'],
    pricesHalalas: [15_000, 27_000, 36_000],
  },
  {
    code: 'personalSigning',
    ar: 'شهادة التوقيع الشخصية',
    en: 'Personal signing certificate',
    descriptionAr:
      'لتوقيع المستندات والبريد ببرامجك على جهازك. تحمل الشهادة عنوان بريدك. تنشئ مفتاحها أنت، أو تنزّله محميًا بعبارة مرور، أو نحفظه لك.',
    descriptionEn:
      'For signing documents and mail with programs of your own. It carries your e-mail address. You make its key, download it under a passphrase, or have us keep it.',
    usage: 'signing',
    assurance: 'substantial',
    keySources: ['csr', 'pkcs12', 'keyStore'],
    keyKinds: ['P-256', 'RSA-3072'],
    pricesHalalas: [10_000, 18_000, 24_000],
  },
  {
    code: 'personalAuthentication',
    ar: 'شهادة الدخول إلى الأنظمة',
    en: 'Authentication certificate',
    descriptionAr: 'لإثبات هويتك عند الدخول إلى أنظمة تطلب شهادة. لا تصلح لتوقيع المستندات.',
    descriptionEn: 'Proves who you are to systems that ask for a certificate. It does not sign documents.',
    usage: 'authentication',
    assurance: 'substantial',
    keySources: ['csr', 'pkcs12'],
    keyKinds: ['P-256', 'RSA-3072'],
    pricesHalalas: [6_000, 10_800, 14_400],
  },
  {
    code: 'organizationSeal',
    ar: 'شهادة ختم المنشأة',
    en: 'Organisation seal certificate',
    descriptionAr: 'لختم مستندات المنشأة باسمها. يُنشأ المفتاح ويُحفظ في مخزن المفاتيح لدينا، ولا يختم إلا بموافقة من يمثّلها في نفاذ.',
    descriptionEn:
      'For sealing documents in the name of the organisation. The key is made and kept in our key store and seals only with the approval in Nafath of whoever acts for it.',
    usage: 'sealing',
    assurance: 'high',
    keySources: ['keyStore'],
    keyKinds: ['P-256'],
    pricesHalalas: [60_000, 108_000, 144_000],
  },
]

async function addCertificateClasses(tx: Tx, since: Date): Promise<void> {
  for (const [position, one] of classes.entries()) {
    const product = await tx
      .insertInto('product')
      .values({ kind: 'certificate', name_ar: one.ar, name_en: one.en })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = await tx
      .insertInto('certificate_class')
      .values({
        code: one.code,
        product_id: product.id,
        description_ar: one.descriptionAr,
        description_en: one.descriptionEn,
        usage: one.usage,
        assurance: one.assurance,
        key_sources: one.keySources,
        key_kinds: one.keyKinds,
        position,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const [i, priceHalalas] of one.pricesHalalas.entries()) {
      const terms = certificateTerms({ code: one.code, nameAr: one.ar, nameEn: one.en, productId: product.id }, i + 1)
      await putCertificateOnSale(tx, { ...terms, price_halalas: priceHalalas }, { classId: id, years: i + 1 }, since)
    }
  }
}
