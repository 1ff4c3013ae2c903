/** Transparency groups (ISO 32000-2 §11.6.6). */

import { Fault } from '#pki/content/fault.ts'
import type { PdfDocument } from '#pki/pdf/document.ts'
import { isDict, nameOf } from '#pki/pdf/values.ts'
import type { Dict } from '#pki/pdf/values.ts'
import { spaceOf } from './spaces.ts'

/** Of a page or a form, where it is one. */
export function groupOf(document: PdfDocument, { entries }: Dict): Dict | undefined {
  const group = document.resolve(entries.get('Group'))
  return isDict(group) && nameOf(document.get(group, 'S')) === 'Transparency' ? group : undefined
}

/** @param holder the dictionary of a page or a form @throws Fault where readers may mix other colours; PdfError */
export function checkGroup(document: PdfDocument, holder: Dict): void {
  const stated = document.resolve(holder.entries.get('Group'))
  if (stated === null) return
  const group = groupOf(document, holder)
  if (!group) throw new Fault('a group is none')
  for (const key of ['I', 'K']) {
    const flag = document.get(group, key)
    if (flag !== null && typeof flag !== 'boolean') throw new Fault('a group does not say what it is')
  }
  if (document.get(group, 'CS') !== null) {
    const { kind } = spaceOf(document, group.entries.get('CS')!)
    if (kind !== 'device' && kind !== 'measured') throw new Fault('a group mixes its colours in no space for that')
  }
}

/** Whether each part of a group takes the place of those beneath it, by the readers that know of that. */
export function isKnockout(document: PdfDocument, holder: Dict): boolean {
  const group = groupOf(document, holder)
  return group !== undefined && document.get(group, 'K') === true
}
