/** Texts with a style of their own (ISO 32000-2 §12.7.4.4, /RV), which some readers show in place of a field's value. */
import { isDict, isString, textOf } from '#pki/pdf/values.ts'
import type { Dict, Value } from '#pki/pdf/values.ts'
import type { Comparison } from './changes.ts'
import { sameValue } from './equality.ts'
import type { Field } from './form.ts'
import { contentEffort } from './pageMarks.ts'

const longest = 65_536
const deepest = 32
const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

export type RichText = { saysValue: boolean; styledAnew: boolean }

/** Whether a rich text says what its field's value says; it is `styledAnew` where that is not how it stood when it was signed. */
export function readRichText(comparison: Comparison, field: Field, rich: Value, value: Value): RichText {
  const effort = contentEffort(comparison.pdf)
  const styledAnew = !sameValue(richTextBefore(comparison, field.dict), rich, comparison.bytes)
  if (!isString(rich) || !(value === null || isString(value)) || rich.bytes.length > longest) return { saysValue: false, styledAnew }
  // thousands of fields may share one
  if ((effort.left -= (rich.bytes.length + (value?.bytes.length ?? 0)) / 8) < 0) return { saysValue: false, styledAnew }
  return { saysValue: squeezed(wordsOf(textOf(rich))) === squeezed(value ? textOf(value) : ''), styledAnew }
}

function richTextBefore({ pdf, from }: Comparison, field: Dict): Value {
  let node: Value = field
  for (let depth = 0; isDict(node) && depth < deepest; depth++) {
    const value = pdf.get(node, 'RV', from)
    if (value !== null) return value
    node = pdf.get(node, 'Parent', from)
  }
  return null
}

const wordsOf = (xhtml: string) =>
  xhtml.replace(/<[^<>]*>/g, '').replace(/&(?:#(\d{1,7})|(\w{1,6}));/g, (whole, code?: string, entity = '') => {
    if (code) return Number(code) <= 0x10ffff ? String.fromCodePoint(Number(code)) : whole
    return Object.hasOwn(entities, entity) ? entities[entity]! : whole
  })

/** Texts are the same that differ in white space, or in how letters are put together. */
export const squeezed = (text: string) => text.normalize('NFC').replace(/\s+/gu, '')
