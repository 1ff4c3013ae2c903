/** Texts with a style of their own (ISO 32000-2 §12.7.4.4, /RV), which some readers show in place of a field's value. */
import { isString, textOf } from '#pki/pdf/values.ts'
import type { Value } from '#pki/pdf/values.ts'
import type { Comparison } from './changes.ts'
import { sameValue } from './equality.ts'
import type { Field } from './form.ts'

const longest = 65_536
const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Whether a rich text says what its field's value says; it is `styledAnew` where that is not how it stood when it was signed. */
export function readRichText(
  comparison: Comparison,
  { name }: Field,
  rich: Value,
  value: string,
): { saysValue: boolean; styledAnew: boolean } {
  const isAsItWas = comparison
    .fieldsNamed(name)
    .some(({ dict }) => sameValue(comparison.before(dict.entries.get('RV')), rich, comparison.bytes))
  const isShort = isString(rich) && rich.bytes.length <= longest
  return { saysValue: isShort && squeezed(wordsOf(textOf(rich))) === squeezed(value), styledAnew: !isAsItWas }
}

const wordsOf = (xhtml: string) =>
  xhtml.replace(/<[^<>]*>/g, '').replace(/&(?:#(\d{1,7})|(\w{1,6}));/g, (whole, code?: string, entity = '') => {
    if (code) return Number(code) <= 0x10ffff ? String.fromCodePoint(Number(code)) : whole
    return Object.hasOwn(entities, entity) ? entities[entity]! : whole
  })

/** Texts are the same that differ in white space, or in how letters are put together. */
export const squeezed = (text: string) => text.normalize('NFC').replace(/\s+/gu, '')
