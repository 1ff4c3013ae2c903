/**
 * Every rule of a field that a person can send, as rows: what is accepted, and what is refused with which sentence.
 * Each shot carries a field that no call declares, so that nothing is ever carried out; a field is accepted when the answer says nothing against it.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { allCalls, type NamedCall } from '#contract/areas.ts'
import { isBytes } from '#contract/kit.ts'
import { cast } from '#server/demo/cast.ts'
import {
  accept,
  atLeast,
  atMost,
  invalid,
  largest,
  noCode,
  noDate,
  noEmail,
  noId,
  wrongDigits,
  noMobile,
  notLatin,
  notOffered,
  passwordLength,
  registers,
  required,
  smallest,
  unseen,
  wrongType,
  type Rows,
  type Said,
} from './fieldRows.ts'
import { testServer, type Browser, type TestServer } from './server.ts'

let server: TestServer
let browsers: Record<'ar' | 'en', Browser>
beforeAll(async () => {
  server = await testServer()
  browsers = { ar: await server.signIn(cast.noura, { language: 'ar' }), en: await server.signIn(cast.faisal, { language: 'en' }) }
})
afterAll(() => server.close())

type Schema = {
  type?: string
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  enum?: (string | number)[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
}
/** `inner`: what the value is once it is read. */
type Field = { where: 'body' | 'query'; name: string; schema: Schema; inner: Schema; call: NamedCall }

const mayBeEmpty = ({ pattern }: Schema) => pattern !== undefined && new RegExp(pattern).test('')

const oddTexts = ['', "' or 1=1 --", '<script>alert(1)</script>', 'توقيع', '=1+1', '%']
const opaque = 'A'.repeat(22)

/** The first rule that fits a field is the field's. A field that none fits fails the test: it needs its rows. */
const rules: { name: string; fits: (field: Field) => boolean; rows: (field: Field) => Rows }[] = [
  {
    name: 'national ID',
    fits: ({ name }) => name === 'nationalID',
    rows: () => ({
      accepted: [cast.noura, '2000000006', ' ١٢٠٠٠٠٠٠١٤ ', '۱۲۰۰۰۰۰۰۱۴', '\u202a1200000014\u202c'],
      refused: [
        ['1200000015', wrongDigits],
        ['3200000014', noId],
        ['120000001', noId],
        ['12000000140', noId],
        ['1200 000014', noId],
        ['abcdefghij', noId],
        ['1'.repeat(41), atMost(40)],
        ['', required],
        [1_200_000_014, wrongType],
      ],
    }),
  },
  {
    name: 'mobile number',
    fits: ({ name, schema }) => /mobile/i.test(name) && !schema.enum && name !== 'mobileCode',
    rows: ({ inner }) => ({
      accepted: ['0500000000', '\u202a+966512345678\u202c', '00966 51 234-5678', '٠٥١٢٣٤٥٦٧٨', ...(mayBeEmpty(inner) ? ['', ' '] : [])],
      refused: [
        ['0400000000', noMobile],
        ['050000000', noMobile],
        ['05000000000', noMobile],
        ['+966412345678', noMobile],
        ['+201234567890', noMobile],
        ['1'.repeat(41), atMost(40)],
        ...(mayBeEmpty(inner) ? [] : [['', required] as [string, Said]]),
        [500_000_000, wrongType],
      ],
    }),
  },
  {
    name: 'e-mail address',
    fits: ({ inner }) => inner.format === 'email',
    rows: () => ({
      accepted: ['noura@example.sa', 'a.b+c@mail.example.com', ' Noura@Example.SA '],
      refused: [
        ['noura', noEmail],
        ['noura@', noEmail],
        ['@example.sa', noEmail],
        ['noura@example', noEmail],
        ['no ura@example.sa', noEmail],
        ['noura@example.sa\r\nBcc: x@example.sa', noEmail],
        [`${'a'.repeat(250)}@example.sa`, atMost(254)],
        ['', required],
        ['a'.repeat(301), atMost(254)],
        [5, wrongType],
      ],
    }),
  },
  {
    name: 'one-time code',
    fits: ({ inner }) => inner.pattern === String.raw`^\d{6}$`,
    rows: () => ({
      accepted: ['123456', ' 123 456 ', '١٢٣٤٥٦', '000000'],
      refused: [
        ['12345', noCode],
        ['1234567', noCode],
        ['12345a', noCode],
        ['1'.repeat(41), atMost(40)],
        ['', required],
        [123_456, wrongType],
      ],
    }),
  },
  {
    name: 'agreement',
    fits: ({ schema }) => schema.const === true,
    rows: () => ({
      accepted: [true],
      refused: [
        [false, accept],
        ['true', accept],
        [1, accept],
        [null, required],
      ],
    }),
  },
  {
    name: 'choice',
    fits: ({ schema }) => typeof schema.enum?.[0] === 'string',
    rows: ({ schema, where }) => ({
      accepted: schema.enum!,
      refused: [
        ['something else', notOffered],
        [String(schema.enum![0]).toUpperCase() + ' ', notOffered],
        ...(where === 'body' ? [[5, notOffered] as [number, Said]] : []),
      ],
    }),
  },
  {
    name: 'choice or none',
    fits: ({ schema }) => schema.anyOf?.[0]?.enum !== undefined,
    rows: ({ schema }) => ({
      accepted: [...schema.anyOf![0]!.enum!, null],
      refused: [
        ['something else', notOffered],
        ['', required],
        [5, notOffered],
      ],
    }),
  },
  {
    name: 'number on offer',
    fits: ({ schema }) => typeof schema.enum?.[0] === 'number',
    rows: ({ schema }) => ({
      accepted: schema.enum!,
      refused: [
        [Number(schema.enum!.at(-1)) + 1, notOffered],
        [String(schema.enum![0]), notOffered],
        [0, notOffered],
      ],
    }),
  },
  {
    name: 'day',
    fits: ({ schema }) => schema.format === 'date',
    rows: ({ where }) => ({
      accepted: ['2026-11-21', '2028-02-29'],
      refused: [
        ['2026-02-29', noDate],
        ['21-11-2026', noDate],
        ['1448-13-01', noDate],
        ['soon', noDate],
        ['', required],
        [20_261_121, where === 'query' ? noDate : wrongType], // in an address all is text
      ],
    }),
  },
  {
    name: 'public id',
    fits: ({ schema }) => schema.pattern === '^[A-Za-z0-9_-]{22}$',
    rows: ({ where }) => ({
      accepted: [opaque, '_-09azAZ'.padEnd(22, 'x')],
      refused: [
        [opaque.slice(1), invalid],
        [`${opaque}A`, invalid],
        [`${opaque.slice(2)}/.`, invalid],
        ['', required],
        [1, where === 'query' ? invalid : wrongType], // an address holds text alone
      ],
    }),
  },
  {
    name: 'UUID',
    fits: ({ schema }) => schema.format === 'uuid',
    rows: () => ({
      accepted: ['7b1f7a52-4c1e-4b0e-9d4e-0a4f4a1f2b3c'],
      refused: [
        ['7b1f7a52', invalid],
        ['', required],
        [1, wrongType],
      ],
    }),
  },
  {
    name: 'number in a query',
    fits: ({ schema, where }) => where === 'query' && schema.pattern === String.raw`^\d{1,15}$`,
    rows: ({ name }) => ({
      accepted: ['1', '100'],
      refused: [
        ['0', smallest(1)],
        ['-1', invalid],
        ['1.5', invalid],
        ['x', invalid],
        name === 'size' ? ['101', largest(100)] : ['1000001', largest(1_000_000)],
      ],
    }),
  },
  {
    name: 'whole number',
    fits: ({ schema }) => schema.type === 'integer',
    rows: ({ schema }) => ({
      accepted: [schema.minimum, schema.maximum],
      refused: [
        [schema.minimum! - 1, smallest(schema.minimum!)],
        [1.5, wrongType],
        ['1', wrongType],
        [null, required],
        ...(schema.maximum! < Number.MAX_SAFE_INTEGER ? [[schema.maximum! + 1, largest(schema.maximum!)] as [number, Said]] : []),
      ],
    }),
  },
  {
    name: 'length in points',
    fits: ({ schema }) => schema.type === 'number',
    rows: ({ schema: { minimum, maximum } }) => ({
      accepted: [minimum, maximum, minimum! + 0.5],
      refused: [
        [minimum! - 0.5, smallest(minimum!)],
        [maximum! + 0.5, largest(maximum!)],
        [String(minimum), wrongType],
        [null, required],
      ],
    }),
  },
  {
    name: 'code of a signature',
    fits: ({ schema }) => schema.pattern?.includes('A-TV-Z') === true,
    rows: () => ({
      accepted: [opaque, '7K2MX9QPD4', ' 7k2mx-9qpd4 ', '7 K 2 M X 9 Q P D O'],
      refused: [
        ['7K2MX-9QPD', invalid],
        ['7K2MX-9QPDU', invalid],
        ['7K2MX--9QPD4', invalid],
        ['', required],
        [1, wrongType],
      ],
    }),
  },
  {
    name: 'country',
    fits: ({ schema }) => schema.pattern === '^[A-Z]{2}$',
    rows: () => ({
      accepted: ['SA', 'BH'],
      refused: [
        ['sa', invalid],
        ['SAU', invalid],
        ['', required],
        [1, wrongType],
      ],
    }),
  },
  {
    name: 'number in a register',
    fits: ({ name, schema }) => name in registers && schema.maxLength === 40,
    rows: ({ name }) => registers[name]!,
  },
  {
    name: 'name of a person, a place or a file',
    fits: ({ schema, inner }) => inner.minLength !== undefined && schema.pattern?.includes(String.raw`\u0000`) === true,
    rows: ({ where, schema: { maxLength }, inner: { minLength } }) => ({
      accepted: ['توقيع', ' a ', 'ا'.repeat(maxLength!), ...(minLength === 0 ? ['', ' '] : [])],
      refused: [
        ['a'.repeat(maxLength! + 1), atMost(maxLength!)],
        ['a\u202egnp.exe', unseen],
        ['a\u200bb', unseen],
        ['a\nb', unseen],
        ...(minLength === 0 ? [] : [['', required] as [string, Said]]),
        ...(where === 'body' ? [[7, wrongType] as [number, Said]] : []),
      ],
    }),
  },
  {
    name: 'letter',
    fits: ({ name }) => name === 'message',
    rows: ({ schema: { minLength, maxLength } }) => ({
      accepted: [
        'ا'.repeat(minLength!),
        'a\nb'.padEnd(minLength!, '.'),
        'ا'.repeat(maxLength!),
        '𐤀'.repeat(maxLength!),
        ` ${'a'.repeat(maxLength! - 3)}\r\n`,
      ],
      refused: [
        ['ا'.repeat(minLength! - 1), atLeast(minLength!)],
        [' '.repeat(minLength!), atLeast(minLength!)],
        ['\u202e'.repeat(minLength!), atLeast(minLength!)],
        ['a'.repeat(maxLength! + 1), atMost(maxLength!)],
        ['', required],
        [7, wrongType],
      ],
    }),
  },
  {
    name: 'passphrase',
    fits: ({ name }) => name === 'passphrase',
    rows: () => ({
      accepted: ['four camels cross 2 dunes', ' '.repeat(12), '~'.repeat(128)],
      refused: [
        ['a'.repeat(11), atLeast(12)],
        ['a'.repeat(129), atMost(128)],
        ['عبارة مرور طويلة', notLatin],
        ['four camels\tcross', notLatin],
        ['four camels cross 2 dünes', notLatin],
        ['', required],
        [123_456_789_012, wrongType],
      ],
    }),
  },
  {
    name: 'new password',
    fits: ({ schema }) => schema.minLength === 10 && schema.maxLength === 128,
    rows: () => ({
      accepted: ['seven-palms-by-the-well', '✍'.repeat(10), 'ن'.repeat(128)],
      refused: [
        ['nine-palm', passwordLength],
        ['a'.repeat(129), passwordLength],
        ['', required],
        [7, wrongType],
      ],
    }),
  },
  {
    name: 'several choices',
    fits: ({ schema }) => schema.type === 'array' && typeof schema.items?.enum?.[0] === 'string',
    rows: ({ schema }) => ({
      accepted: [[], schema.items!.enum!, [schema.items!.enum![0]]],
      refused: [
        [['something else'], notOffered],
        [[5], notOffered],
        [[...schema.items!.enum!, schema.items!.enum![0]], { ar: 'الحد الأقصى 4 عناصر.', en: 'At most 4 items.' }],
        [schema.items!.enum![0], wrongType],
        [{}, wrongType],
      ],
    }),
  },
  {
    name: 'numbers of files',
    fits: ({ name }) => name === 'evidence',
    rows: () => ({
      accepted: [[], [opaque], Array.from({ length: 5 }, () => opaque)],
      refused: [
        [Array.from({ length: 6 }, () => opaque), { ar: 'الحد الأقصى 5 عناصر.', en: 'At most 5 items.' }],
        [opaque, wrongType],
        [{}, wrongType],
      ],
    }),
  },
  {
    name: 'text',
    fits: ({ schema }) => schema.type === 'string' && schema.maxLength !== undefined && schema.pattern === undefined,
    rows: ({ schema: { minLength = 0, maxLength }, where }) => ({
      accepted: [...oddTexts.filter((text) => text.length >= minLength && text.length <= maxLength!), 'a'.repeat(maxLength!)],
      refused: [
        ['a'.repeat(maxLength! + 1), atMost(maxLength!)],
        ...(minLength > 0 ? [['', required] as [string, Said]] : []),
        ...(where === 'body' ? [[7, wrongType] as [number, Said], [['a'], wrongType] as [string[], Said]] : []),
      ],
    }),
  },
]

/** Structures have rules of their own, told by the tests of their calls. */
const structured = ['signing.initiateSigning.documents', 'signing.saveSigningDraft.documents']

const fields = allCalls
  .filter(({ call }) => typeof call.access === 'string')
  .flatMap((call) => (['query', 'body'] as const).flatMap((where) => fieldsOf(call, where)))

function fieldsOf(call: NamedCall, where: 'query' | 'body'): Field[] {
  const shape = call.call[where]
  if (isBytes(shape)) return []
  return Object.entries(shape).map(([name, field]) => ({
    call,
    where,
    name,
    schema: z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' }) as Schema,
    inner: z.toJSONSchema(field, { io: 'output', unrepresentable: 'any' }) as Schema,
  }))
}
const nameOf = ({ call: { area, name }, name: field }: Field) => `${area}.${name}.${field}`
const ruleOf = (field: Field) => rules.find(({ fits }) => fits(field))

/** What the answer has against the field. */
async function messageFor({ call: { call }, where, name }: Field, value: unknown, language: 'ar' | 'en'): Promise<string | undefined> {
  const path = call.path.replace(/:page|:size/g, '1').replace(/:\w+/g, opaque)
  const query = where === 'query' ? `?undeclared=1&${new URLSearchParams({ [name]: String(value) }).toString()}` : '?undeclared=1'
  const browser = browsers[language]
  const answer =
    call.method === 'GET' ? await browser.get(path + query) : await browser.post(path + query, where === 'body' ? { [name]: value } : {})
  if (answer.body.detail !== 'INVALID') throw new Error(`${call.path} answers ${answer.status} ${answer.text.slice(0, 200)}`)
  return (answer.body.errors as { field: string; message: string }[]).find(({ field }) => field === name || field.startsWith(`${name}.`))
    ?.message
}

test('every field of a person’s calls has rows', () => {
  expect(fields.length).toBeGreaterThan(60)
  expect(
    fields
      .filter((field) => !ruleOf(field) && !structured.includes(nameOf(field)))
      .map((field) => `${nameOf(field)} ${JSON.stringify(field.schema)}`),
  ).toEqual([])
  expect(structured.filter((name) => !fields.some((field) => nameOf(field) === name))).toEqual([])
})

describe.each(rules)('$name', ({ name, rows }) => {
  const its = fields.filter((field) => ruleOf(field)?.name === name)

  test.each(its.map((field) => [nameOf(field), field] as const))('%s', async (_name, field) => {
    const { accepted, refused } = rows(field)
    const seen = async (value: unknown) => [value, await messageFor(field, value, 'ar'), await messageFor(field, value, 'en')]
    for (const value of accepted) expect(await seen(value)).toEqual([value, undefined, undefined])
    for (const [value, { ar, en }] of refused) expect(await seen(value)).toEqual([value, ar, en])
  })

  test('is used', () => expect(its).not.toEqual([]))
})
