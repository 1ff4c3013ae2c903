import { marksOf } from '#pki/content/marks.ts'
import type { Mark } from '#pki/content/marks.ts'
import type { Box } from '#pki/content/matrix.ts'
import { PdfError } from '#pki/pdf/error.ts'
import { isArray, isDict } from '#pki/pdf/values.ts'
import type { Stream, Value } from '#pki/pdf/values.ts'
import type { Comparison } from './changes.ts'
import { contentEffort } from './pageMarks.ts'

/**
 * What an appearance draws; undefined where it cannot be told, or a layer may hide all of it. Letters are read of fonts alone that the file does not
 * bring itself.
 * @param keepsAreas whether what paths enclose is asked
 */
export function marksIn({ pdf }: Comparison, stream: Stream, at: number, keepsAreas = false): Mark[] | undefined {
  if (stream.dict.entries.has('OC')) return undefined
  const resources = stream.dict.entries.get('Resources') ?? formResources()
  try {
    return marksOf(pdf, at, { data: pdf.data(stream, true), resources, keepsAreas, isStrict: true }, contentEffort(pdf))
  } catch (error) {
    if (error instanceof PdfError) return undefined
    throw error
  }

  /** Appearances that bring no resources take the form's (ISO 32000-2 §12.7.3, /DR). */
  function formResources(): Value {
    const root = pdf.resolve(pdf.rootAt(at), at)
    const form = isDict(root) ? pdf.get(root, 'AcroForm', at) : null
    return isDict(form) ? pdf.get(form, 'DR', at) : null
  }
}

/** An appearance's frame; undefined where it states none. */
export function boxOf({ pdf, to }: Comparison, { dict }: Stream): Box | undefined {
  const box = pdf.get(dict, 'BBox', to)
  const numbers = isArray(box) ? box.map((item) => pdf.resolve(item, to)) : []
  if (numbers.length !== 4 || !numbers.every((one) => typeof one === 'number')) return undefined
  const [a, b, c, d] = numbers as [number, number, number, number]
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]
}
