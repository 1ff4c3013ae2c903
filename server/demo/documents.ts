/** What the people of the demonstration have signed: short documents of the kinds that offices pass around. */
import { createDocument } from '#server/platform/typeset/document.ts'
import { Flow } from '#server/platform/typeset/flow.ts'

type DemoDocument = {
  name: string
  lang: 'ar' | 'en'
  title: string
  paragraphs: readonly string[]
  /** The first row is the head. */
  table?: { shares: readonly number[]; rows: readonly (readonly string[])[] }
}

export const demoDocuments: readonly DemoDocument[] = [
  {
    name: 'عقد إيجار.pdf',
    lang: 'ar',
    title: 'عقد إيجار مكتب',
    paragraphs: [
      'المؤجر: شركة أفق العمران. المستأجر: كما يرد في التوقيع أدناه.',
      'العين المؤجرة: المكتب رقم 304، الدور الثالث، طريق الملك فهد، الرياض. مدة العقد سنة واحدة تبدأ من تاريخ التوقيع، وتتجدد باتفاق الطرفين كتابة.',
      'الأجرة السنوية 48,000 ريال تدفع على دفعتين متساويتين، ويتحمل المستأجر فواتير الكهرباء والمياه.',
    ],
  },
  {
    name: 'Service agreement.pdf',
    lang: 'en',
    title: 'Service agreement',
    paragraphs: [
      'The provider maintains the client’s network and answers every fault within four working hours, Sunday to Thursday, 8:00 to 17:00.',
      'The agreement holds for twelve months. Either party may end it with thirty days’ notice in writing.',
      'Each party keeps what it learns of the other’s business to itself, during the agreement and for two years after it.',
    ],
    table: {
      shares: [3, 1],
      rows: [
        ['Service', 'SAR a month'],
        ['Network maintenance', '3,200'],
        ['Backups, checked every week', '850'],
        ['On-site visit, four a month', '1,400'],
      ],
    },
  },
  {
    name: 'خطاب تفويض.pdf',
    lang: 'ar',
    title: 'خطاب تفويض',
    paragraphs: [
      'إلى من يهمه الأمر،',
      'أفوّض السيد خالد بن محمد الدوسري بمراجعة الأمانة واستلام رخصة البناء رقم 77120 نيابة عني، وبالتوقيع على ما يلزم لذلك.',
      'يسري هذا التفويض ثلاثين يومًا من تاريخه.',
    ],
  },
  {
    name: 'عرض سعر.pdf',
    lang: 'ar',
    title: 'عرض سعر: أثاث مكتبي',
    paragraphs: ['نشكر لكم طلبكم، ويسعدنا أن نقدم لكم العرض الآتي. الأسعار سارية خمسة عشر يومًا، والتوريد خلال عشرة أيام من اعتمادكم.'],
    table: {
      shares: [1, 1, 1, 3],
      rows: [
        ['الإجمالي', 'السعر', 'العدد', 'الصنف'],
        ['7,200', '1,200', '6', 'مكتب خشبي 160 سم'],
        ['3,900', '650', '6', 'كرسي دوّار'],
        ['1,850', '1,850', '1', 'طاولة اجتماعات'],
        ['14,892.50', '', '', 'الإجمالي شاملًا ضريبة القيمة المضافة 15%'],
      ],
    },
  },
  {
    name: 'Non-disclosure agreement.pdf',
    lang: 'en',
    title: 'Mutual non-disclosure agreement',
    paragraphs: [
      'The parties wish to discuss a joint offer and will share drawings, prices and customer lists with each other for that purpose.',
      'What is shared may be used for that purpose alone, is shown to nobody who does not need it, and is returned or destroyed when asked for.',
      'The duty does not cover what was public before, or what a court orders to be told.',
    ],
  },
  {
    name: 'محضر استلام.pdf',
    lang: 'ar',
    title: 'محضر استلام أعمال',
    paragraphs: [
      'تم في هذا اليوم معاينة أعمال الصيانة المنفذة في مستودع حي السلي، وتبين أنها مطابقة للمواصفات عدا الملاحظات الآتية.',
      'الملاحظة الأولى: استكمال دهان الجدار الشمالي. الملاحظة الثانية: تسليم مفاتيح غرفة الكهرباء.',
      'يلتزم المقاول بإنهاء الملاحظات خلال سبعة أيام، وتبدأ فترة الضمان من تاريخ هذا المحضر.',
    ],
  },
]

export function typeset({ lang, title, paragraphs, table }: DemoDocument, createdAt: Date): Uint8Array {
  const document = createDocument({ lang, title, createdAt })
  const flow = new Flow(document)
  const direction = lang === 'ar' ? 'rtl' : 'ltr'
  flow.text('H1', { text: title, size: 20, weight: 'bold', direction })
  flow.space(14)
  for (const text of paragraphs) {
    flow.text('P', { text, size: 12, weight: 'regular', direction })
    flow.space(8)
  }
  for (const [i, cells] of (table?.rows ?? []).entries()) {
    const head = i === 0
    const style = { size: 11, weight: head ? 'bold' : 'regular', direction } as const
    flow.row({ cells: cells.map((text) => ({ text, ...style })), shares: table!.shares, type: head ? 'TH' : 'TD', under: 0.8 })
  }
  return document.finish()
}
