import type { Output } from '#contract/kit.ts'
import type { Placement, SignatureAppearance, uploadDocument } from '#contract/signing.ts'
import { coversWriting, freePlace, type Ink, isDark, readInk } from './ink.ts'
import type { PageSize } from './place.ts'

/** What a page shows, as far as a mark on it is concerned. */
export type Insight = {
  readonly ink: Ink
  /** Of what is written there; null where it has no letters, such as a scan. */
  readonly language: SignatureAppearance['language'] | null
}

/** What of a document decides where its mark stands and how it looks. */
export type Placed = {
  readonly file: File
  /** What opens it: in this tab's memory, like the file. */
  readonly password?: string
  readonly pages: readonly PageSize[]
  readonly upload: Pick<Output<typeof uploadDocument>, 'emptyFields' | 'signedPlaces'> | null
  /** Null: signed without a visible mark, or in a field. */
  readonly placement: Placement | null
  /** The name of the empty field to sign into. */
  readonly field: string | null
  readonly design: SignatureAppearance['design']
  /** Whose name comes first; left out: that of the document's own language. */
  readonly language?: SignatureAppearance['language']
  /** What pages show that were looked at, by number; null where one cannot be shown. */
  readonly insights: Readonly<Record<number, Insight | null>>
}

const pictureWidth = 420
/** Larger files are opened for the page that is shown, not beside it. */
const mostBytes = 40_000_000

/** Looks at a page of a file of this device; null where that would take too long. */
export async function lookAt({ file, password, pages }: Placed, number: number): Promise<Insight | null> {
  if (file.size > mostBytes) return null
  const { openPdf } = await import('../../kit/pdf.ts')
  const pdf = await openPdf(file, password)
  try {
    const canvas = document.createElement('canvas')
    await pdf.draw(number, canvas, pictureWidth / Math.min(devicePixelRatio, 2), new AbortController().signal)
    const picture = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
    const pieces = (await pdf.text?.pieces(number)) ?? []
    return { ink: readInk(picture, pages[number - 1]!), language: languageOf(pieces.map(({ text }) => text).join('')) }
  } finally {
    pdf.close()
  }
}

function languageOf(text: string): Insight['language'] {
  const [arabic, latin] = [/\p{Script=Arabic}/gu, /\p{Script=Latin}/gu].map((letters) => text.match(letters)?.length ?? 0)
  return arabic === latin ? null : arabic! > latin! ? 'ar' : 'en'
}

/** Where the mark of a draft is shown: the person's own place, or that of the chosen field. */
export const shownPlace = ({ field, placement, upload }: Placed) =>
  field === null ? placement : upload!.emptyFields.find(({ name }) => name === field)!.place

/** How a draft's signature is to look. @param own the language of the person, where the document has none */
export function appearanceOf(draft: Placed, own: SignatureAppearance['language']): SignatureAppearance {
  const place = shownPlace(draft)
  const insight = place && draft.insights[place.page]
  return {
    design: draft.design,
    language: draft.language ?? insight?.language ?? own,
    background: insight && isDark(insight.ink, place) ? 'white' : 'none',
  }
}

/** Whether the person's mark stands over what is written. */
export function isInTheWay({ placement, insights }: Placed): boolean {
  const insight = placement && insights[placement.page]
  return !!insight && coversWriting(insight.ink, placement)
}

/** The nearest place on its page where the mark covers nothing; null where it does not now, or there is none. */
export function betterPlace(draft: Placed): Placement | null {
  if (!isInTheWay(draft)) return null
  const { placement, insights, pages, upload } = draft
  const { page } = placement!
  const fields = upload!.emptyFields.flatMap(({ place }) => place ?? [])
  const taken = [...upload!.signedPlaces, ...fields].filter((other) => other.page === page)
  const free = freePlace(insights[page]!.ink, pages[page - 1]!, placement!, taken)
  return free && { page, ...free }
}
