/** What the page says first of the commonest outcomes, word for word, in both languages. */
import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { coveredParts, fillContents, prepareTimestamp } from '#pki/signature/prepare.ts'
import { readSigningFacts } from '#pki/signature/readFacts.ts'
import * as extensions from '#pki/x509/extensions.ts'
import { bodyOf } from '../conformance/validation-attacks.ts'
import { authority, certify, fahad, mallory, root, signFile, tokenFor } from '../conformance/validation-cast.ts'
import { append, contract, file } from '../conformance/validation-files.ts'
import { journey } from './browser.ts'

const here = journey()
beforeAll(() => writeFile(join(here.server.app.configuration.DATA_DIR, 'trust', 'root.cer'), root.certificate.der))

const original = file(contract())
const kept = await signFile(original, { level: 'B-LTA' })
const next = (bytes: Buffer) => Math.max(...[...bytes.toString('latin1').matchAll(/\/Size (\d+)/g)].map((match) => Number(match[1])))
const brief = certify('Brief', authority, [extensions.keyUsage('nonRepudiation')], [new Date('2024-01-01'), new Date('2025-01-01')])

function stamped(bytes: Buffer): Buffer {
  const number = next(bytes)
  return append(bytes, {
    3: bodyOf(bytes, 3).replace(/\/Annots ?\[/, (found) => `${found}${number} 0 R `),
    [number]: '<</Type/Annot/Subtype/Stamp/Rect[150 690 250 720]>>',
  })
}

function inside(bytes: Buffer, pattern: RegExp, change: (found: string) => string): Buffer {
  const text = bytes.toString('latin1')
  const [found] = pattern.exec(text)!
  const at = text.search(pattern)
  return Buffer.from(text.slice(0, at) + change(found) + text.slice(at + found.length), 'latin1')
}

function timeStampAlone(): Buffer {
  const facts = readSigningFacts(original)
  if (!facts.signable) throw new Error(facts.code)
  const prepared = prepareTimestamp(facts, 4096)
  const parts = [original, ...coveredParts(prepared)]
  const token = tokenFor(hash('sha256', Buffer.concat(parts), 'buffer'), new Date('2026-11-21T09:00:00Z'))
  return Buffer.concat([original, fillContents(prepared, token)])
}

function writtenAnew(bytes: Buffer): Buffer {
  const path = join(here.server.app.configuration.DATA_DIR, 'signed.pdf')
  writeFileSync(path, bytes)
  return execFileSync('qpdf', [path, '-'])
}

type Told = { verdict: string; first?: string; further?: string[] }
type Outcome = { name: string; make: () => Buffer | Promise<Buffer>; ar: Told; en: Told }

const known = {
  ar: ['تثق هذه الخدمة بالجهة التي تضمن الشهادة: Root.', 'لم تكن الشهادة ملغاة.'],
  en: ['This service trusts the authority behind the certificate: Root.', 'The certificate had not been revoked.'],
}
const unasked = {
  ar: [known.ar[0]!, 'تعذّر معرفة هل كانت الشهادة ملغاة: لا يذكر الملف ذلك، ولا تسأل هذه الخدمة غيره.'],
  en: [
    known.en[0]!,
    'Whether the certificate had been revoked could not be looked up: the file does not say, and this service asks nobody else.',
  ],
}

const outcomes: Outcome[] = [
  {
    name: 'as it was signed',
    make: () => kept,
    ar: {
      verdict: 'وقّع Sara هذا المستند في 21 نوفمبر 2026، ولم يتغيّر بعد ذلك، وتضمن الهوية جهة تثق بها هذه الخدمة: Root.',
      first: 'وقّع Sara هذا المستند. والمستند كما وُقّع: لم يتغيّر.',
      further: known.ar,
    },
    en: {
      verdict:
        'Sara signed this document on 21 November 2026, and it has not changed since; an authority that this service trusts vouches for the identity: Root.',
      first: 'Sara signed this document. The document is as it was signed: nothing has changed.',
      further: known.en,
    },
  },
  {
    name: 'signed by another, too',
    make: () => signFile(kept, { by: fahad, level: 'B-LTA', fieldName: 'Second' }),
    ar: {
      verdict: 'وقّع هذا المستند Sara وFahad في 21 نوفمبر 2026، ولم يتغيّر بعد ذلك، وتضمن الهوية جهة تثق بها هذه الخدمة: Root.',
      first: 'وقّع Sara هذا المستند. وما وُقّع لم يتغيّر، وما أُضيف بعده مسموح به.',
      further: known.ar,
    },
    en: {
      verdict:
        'Sara and Fahad signed this document on 21 November 2026, and it has not changed since; an authority that this service trusts vouches for the identity: Root.',
      first: 'Sara signed this document. What was signed is unchanged, and what was added later is allowed.',
      further: known.en,
    },
  },
  {
    name: 'a stamp over the text',
    make: () => stamped(kept),
    ar: {
      verdict: 'تغيّر شيء على الصفحات بعد توقيعها: قارنها قبل أن تعتمد عليها.',
      first: 'وقّع Sara هذا المستند. وتغيّر بعد ذلك شيء مما يظهر على الصفحات: قارن الصفحات قبل التغيير وبعده.',
      further: known.ar,
    },
    en: {
      verdict: 'Something on the pages was added or changed after they were signed: compare them before you rely on them.',
      first: 'Sara signed this document. Something that shows on the pages was added or changed later: compare the pages before and after.',
      further: known.en,
    },
  },
  {
    name: 'another page',
    make: () => append(kept, { 5: contract()[14]! }),
    ar: {
      verdict: 'لا تثق بمحتوى هذا الملف: فيه علامات تزوير معروفة.',
      first: 'وقّع Sara هذا المستند. لكن المستند ليس كما وُقّع: تغيّر بعد ذلك تغييرًا غير مسموح به.',
      further: known.ar,
    },
    en: {
      verdict: 'Do not trust what this file says: it shows signs of a known forgery.',
      first: 'Sara signed this document. But the document is not as it was signed: it was changed later in a way that is not allowed.',
      further: known.en,
    },
  },
  {
    name: 'other content within what was signed',
    make: () => inside(kept, /100 riyals/, () => '900 riyals'),
    ar: {
      verdict: 'لا تثق بمحتوى هذا الملف: تغيّر بعد توقيعه.',
      first: 'في الملف توقيع باسم Sara. لكن المستند ليس الذي وُقّع: تغيّر محتواه.',
      further: [],
    },
    en: {
      verdict: 'Do not trust what this file says: it was changed after it was signed.',
      first: 'The file carries a signature in the name of Sara. But this is not the document that was signed: its content was changed.',
      further: [],
    },
  },
  {
    name: 'a signature value that is wrong',
    make: async () =>
      inside(await signFile(original, { level: 'B-B' }), /[0-9a-f]{2}(?=(?:00){12,}>)/, (found) => (found === 'ab' ? 'cd' : 'ab')),
    ar: {
      verdict: 'قيمة التوقيع لا تطابق شهادة الموقّع.',
      first: 'في الملف توقيع باسم Sara. لكن هذا التوقيع غير سليم، ولا يثبت أن أحدًا وقّع هذا المستند.',
      further: [],
    },
    en: {
      verdict: 'The signature does not fit the signer’s certificate.',
      first:
        'The file carries a signature in the name of Sara. But that signature does not hold, and does not show that anybody signed this document.',
      further: [],
    },
  },
  {
    name: 'written anew by another program',
    make: () => writtenAnew(kept),
    ar: {
      verdict:
        'لا يوافق هذا التوقيع الملف بصورته هذه. يحدث ذلك عادةً حين يعيد برنامج كتابة الملف بعد توقيعه، عند حفظه أو ضغطه. اطلب الملف كما وُقّع.',
      first: 'في الملف توقيع باسم Sara. لكن هذا التوقيع غير سليم، ولا يثبت أن أحدًا وقّع هذا المستند.',
      further: [],
    },
    en: {
      verdict:
        'This signature does not fit the file as it stands. Usually a program wrote the file anew after it was signed, to save or compress it. Ask for the file as it was signed.',
      first:
        'The file carries a signature in the name of Sara. But that signature does not hold, and does not show that anybody signed this document.',
      further: [],
    },
  },
  {
    name: 'a second form beside the first',
    make: () => append(kept, { 1: bodyOf(kept, 1).replace(/>>\s*$/, '/AcroForm 90 0 R>>'), 90: '<</Fields[]/SigFlags 3>>' }),
    ar: {
      verdict: 'أُضيف إلى الملف بعد توقيعه نموذج ثانٍ، فقد يختلف القارئون في حقوله وتوقيعاته. اطلب نسخة سليمة ممن أرسله.',
      first: 'وقّع Sara هذا المستند. وأُضيف إلى الملف بعد ذلك نموذج ثانٍ، فقد لا يُظهر كل قارئ ما فيه من حقول وتوقيعات.',
      further: known.ar,
    },
    en: {
      verdict:
        'A second form was added to this file after it was signed, and readers may differ about its fields and signatures. Ask whoever sent it for a sound copy.',
      first:
        'Sara signed this document. A second form was added to the file later, so that some readers may not show all of its fields and signatures.',
      further: known.en,
    },
  },
  {
    name: 'of an authority that nobody knows',
    make: () => signFile(original, { by: mallory, level: 'B-B' }),
    ar: {
      verdict: 'لم يتغيّر ما وُقّع، لكن شهادة الموقّع صادرة عن جهة لا تعرفها هذه الخدمة.',
      first: 'في الملف توقيع باسم Mallory. والمستند كما وُقّع: لم يتغيّر.',
      further: ['لا تعرف هذه الخدمة الجهة التي أصدرت الشهادة، فلا تؤكد أن الموقّع هو Mallory فعلًا.'],
    },
    en: {
      verdict: 'What was signed is unchanged, but the signer’s certificate comes from an authority that this service does not know.',
      first: 'The file carries a signature in the name of Mallory. The document is as it was signed: nothing has changed.',
      further: ['This service does not know the authority that issued the certificate, and so cannot confirm that the signer is Mallory.'],
    },
  },
  {
    name: 'nothing about revocation',
    make: () => signFile(original, { level: 'B-B' }),
    ar: {
      verdict: 'لم يتغيّر ما وُقّع، لكن تعذّر معرفة هل كانت شهادة الموقّع ملغاة.',
      first: 'وقّع Sara هذا المستند. والمستند كما وُقّع: لم يتغيّر.',
      further: unasked.ar,
    },
    en: {
      verdict: 'What was signed is unchanged, but whether the signer’s certificate had been revoked could not be looked up.',
      first: 'Sara signed this document. The document is as it was signed: nothing has changed.',
      further: unasked.en,
    },
  },
  {
    name: 'out of the certificate’s term',
    make: () => signFile(original, { by: brief, level: 'B-B' }),
    ar: {
      verdict: 'شهادة الموقّع خارج مدتها، ولا دليل على أنه وقّع خلالها.',
      first: 'في الملف توقيع باسم Brief. والمستند كما وُقّع: لم يتغيّر.',
      further: ['انتهت مدة شهادة في السلسلة.'],
    },
    en: {
      verdict: 'The signer’s certificate is out of its term, and nothing proves that the signature was made within it.',
      first: 'The file carries a signature in the name of Brief. The document is as it was signed: nothing has changed.',
      further: ['A certificate of the chain has expired.'],
    },
  },
  {
    name: 'a time stamp alone',
    make: timeStampAlone,
    ar: {
      verdict: 'لا يحمل هذا الملف توقيعًا، بل ختمًا زمنيًا فقط.',
      first: 'هذا ختم زمني من Time Stamps، وليس توقيعًا لأحد. والملف كما خُتم: لم يتغيّر.',
      further: unasked.ar,
    },
    en: {
      verdict: 'This file carries no signature, only a time stamp.',
      first: 'This is a time stamp by Time Stamps, and nobody’s signature. The file is as it was stamped: nothing has changed.',
      further: unasked.en,
    },
  },
  {
    name: 'no signature',
    make: () => original,
    ar: { verdict: 'لا يحمل هذا الملف أي توقيع رقمي.' },
    en: { verdict: 'This file carries no digital signature.' },
  },
  {
    name: 'what a server put before it',
    make: () => Buffer.concat([Buffer.from('\r\n'), kept]),
    ar: {
      verdict:
        'في أول الملف بيانات تسبق مستند PDF، كما يضيف بعض خوادم البريد والمواقع، وتختلف البرامج في قراءة مثله. اطلبه من جديد ممن أرسله وتحقق من نسخته.',
      first: 'وقّع Sara هذا المستند. وما وُقّع لم يتغيّر، لكن في الملف بيانات لا يغطيها أي توقيع.',
      further: known.ar,
    },
    en: {
      verdict:
        'Something stands before the PDF in this file, as some mail and web servers add, and programs read such a file differently. Get it anew from whoever sent it, and verify that.',
      first: 'Sara signed this document. What was signed is unchanged, but the file holds data that no signature covers.',
      further: known.en,
    },
  },
  {
    name: 'damaged, and opened by other readers all the same',
    make: () => inside(kept, /%PDF-1\.7/, () => '%PDF-x.7'),
    ar: { verdict: 'الملف تالف: قد يُظهره كل قارئ على نحو مختلف، فلا يمكن الحكم عليه.' },
    en: { verdict: 'The file is damaged: readers may show it differently, so it cannot be judged.' },
  },
  {
    name: 'no PDF',
    make: () => readFileSync(new URL('../../package.json', import.meta.url)),
    ar: { verdict: 'هذا الملف ليس ملف PDF.' },
    en: { verdict: 'This file is not a PDF.' },
  },
]

const isolates = /[\u2068\u2069]/g

test.each(outcomes.flatMap((outcome) => (['ar', 'en'] as const).map((language) => ({ ...outcome, language, told: outcome[language] }))))(
  '$name, in $language',
  async ({ make, language, told }) => {
    const tab = await here.open({ language })
    await tab.goto('/verify')
    await tab.locator('input[type=file]').setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: await make() })
    const verdict = (await tab.locator('.verify-verdict h2').innerText()).replaceAll(isolates, '')
    const firsts = await tab.locator('.verify-first').allInnerTexts()
    const signature = tab.locator('.verify-signature', { has: tab.locator('.verify-first') }).first()
    const paragraphs = firsts.length > 0 ? await signature.locator('> p').allInnerTexts() : []
    const [first, ...further] = paragraphs.map((text) => text.replaceAll(isolates, ''))
    expect({ verdict, ...(first !== undefined && { first, further }) }).toEqual(told)
  },
)
