/** Forms in XFA (ISO 32000-2 annex K): some readers show them in the place of the pages, and programs that write them keep two accounts of each field. */
import { isArray, isDict, isRef, isString, textOf } from '#pki/pdf/values.ts'
import type { Value } from '#pki/pdf/values.ts'
import type { Comparison } from './changes.ts'
import { sameValue } from './equality.ts'

/** Around all other packets, under one name or the other. */
const wrappers = new Set(['preamble', 'postamble', 'xdp:xdp', '</xdp:xdp>'])
/** What Acrobat writes anew as somebody fills such a form in or signs it: the data, what became of each field, and what is around them. */
const rewritten = new Set([...wrappers, 'datasets', 'form'])
const mostPackets = 100

type Packet = { name: string; content: Value }

/** Whether a form's data alone changed: its template, which says what it looks like, and everything else in it is as it was. */
export function isDataChanged(comparison: Comparison, before: Value | undefined, after: Value | undefined): boolean {
  const [was, is] = [packetsIn(comparison.before(before)), packetsIn(comparison.after(after))]
  if (!was || was.length !== is?.length) return false
  return is.every(({ name, content }, i) => {
    const old = was[i]!
    if (name !== old.name && !(wrappers.has(name) && wrappers.has(old.name))) return false
    if (sameValue(old.content, content, comparison.bytes)) return true
    return rewritten.has(name) && isRef(content) && !comparison.existedBefore(content)
  })
}

/** Name and content in turns; undefined where it is one stream, or anything else. */
function packetsIn(form: Value): Packet[] | undefined {
  if (!isArray(form) || form.length % 2 !== 0 || form.length > 2 * mostPackets) return undefined
  const packets: Packet[] = []
  for (let i = 0; i < form.length; i += 2) {
    const name = form[i]!
    if (!isString(name)) return undefined
    packets.push({ name: textOf(name), content: form[i + 1]! })
  }
  return packets
}

/**
 * Whether somebody signed a form in XFA that says then or in the end that readers lay its pages out themselves (ISO 32000-2 §7.7.2, /NeedsRendering):
 * Acrobat writes other pages and fields each time it saves one, so that what a forger would write proves nothing.
 */
export function isLaidOutAnew({ pdf, from, root }: Comparison): boolean {
  const signed = pdf.resolve(root, from)
  const form = isDict(signed) ? pdf.get(signed, 'AcroForm', from) : null
  if (!isDict(signed) || !isDict(form) || pdf.get(form, 'XFA', from) === null) return false
  return pdf.get(signed, 'NeedsRendering', from) === true || pdf.get(pdf.root, 'NeedsRendering') === true
}
