import { Canvas } from './canvas.ts'
import { screenColours } from './colourProfiles.ts'
import { FontSet } from './embed.ts'
import { dateString, PdfObjects, textString } from './objects.ts'

/** Standard structure types used here (ISO 32000-1 §14.8.4). */
export type ElementType = 'H1' | 'H2' | 'H3' | 'P' | 'Table' | 'TR' | 'TH' | 'TD' | 'Figure' | 'Sect'
type Element = { type: ElementType | 'Document'; alt?: string; texts: string[]; kids: (Element | { page: number; mcid: number })[] }

/** `rgb`: three octets a pixel, row by row, from the top. */
export type Picture = { width: number; height: number; rgb: Uint8Array }

export type DocumentOptions = { lang: 'ar' | 'en'; title: string; createdAt: Date }

/** A4 in points. */
const [pageWidth, pageHeight] = [595.28, 841.89]

/**
 * A PDF 1.7 document of A4 pages: fonts embedded as subsets, tagged, with title and language: PDF/A-3a (ISO 19005-3) and PDF/UA-1 (ISO 14289-1).
 * Equal calls give equal bytes.
 */
export class PdfDocument {
  readonly #options: DocumentOptions
  readonly #fonts = new FontSet()
  readonly #pages: { canvas: Canvas; parents: Element[] }[] = []
  readonly #pictures: Picture[] = []
  readonly #root: Element = { type: 'Document', texts: [], kids: [] }
  #open: Element[] = [this.#root]

  constructor(options: DocumentOptions) {
    this.#options = options
  }

  get pages(): readonly Canvas[] {
    return this.#pages.map(({ canvas }) => canvas)
  }

  addPage(): Canvas {
    const page = this.#pages.length
    const parents: Element[] = []
    const marker = (text: string) => {
      const element = this.#open.at(-1)!
      if (element === this.#root) return undefined
      parents.push(element)
      element.texts.push(text)
      element.kids.push({ page, mcid: parents.length - 1 })
      return parents.length - 1
    }
    const canvas = new Canvas(pageWidth, pageHeight, this.#fonts, marker)
    this.#pages.push({ canvas, parents })
    return canvas
  }

  /** @returns the name by which pages draw it */
  picture(picture: Picture): string {
    this.#pictures.push(picture)
    return `P${this.#pictures.length}`
  }

  /** What `draw` draws belongs to a structure element of this type, inside the element that is open. `alt` describes a figure. */
  element<T>(type: ElementType, draw: () => T, alt?: string): T {
    const element: Element = { type, texts: [], kids: [], ...(alt && { alt }) }
    this.#open.at(-1)!.kids.push(element)
    this.#open.push(element)
    try {
      return draw()
    } finally {
      this.#open.pop()
    }
  }

  /** What `draw` draws is decoration: page numbers, repeated heads. */
  artifact(draw: () => void): void {
    const open = this.#open
    this.#open = [this.#root]
    draw()
    this.#open = open
  }

  finish(): Uint8Array {
    const { lang, title, createdAt } = this.#options
    const objects = new PdfObjects()
    const catalog = objects.reserve()
    const tree = objects.reserve()
    const pages = objects.reserve()
    const pageNumbers = this.#pages.map(() => objects.reserve())
    const fonts = objects.add(this.#fonts.write(objects))
    const pictures = this.#pictures.map(({ width, height, rgb }, i) => {
      const entries = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceRGB/BitsPerComponent 8`
      return `/P${i + 1} ${objects.addStream(entries, rgb)} 0 R`
    })
    const drawn = pictures.length > 0 ? `/XObject<<${pictures.join('')}>>` : ''
    this.#pages.forEach(({ canvas }, i) => {
      const content = objects.addStream('', canvas.content())
      objects.set(
        pageNumbers[i]!,
        `<</Type/Page/Parent ${pages} 0 R/MediaBox[0 0 ${pageWidth} ${pageHeight}]/Resources<</Font ${fonts} 0 R${drawn}>>` +
          `/Contents ${content} 0 R/StructParents ${i}/Tabs/S>>`,
      )
    })
    objects.set(pages, `<</Type/Pages/Count ${pageNumbers.length}/Kids[${pageNumbers.map((n) => `${n} 0 R`).join(' ')}]>>`)
    this.#writeTree(objects, tree, pageNumbers)
    const metadata = objects.addPlainStream('/Type/Metadata/Subtype/XML', Buffer.from(xmp(this.#options), 'utf8'))
    const colours = objects.addStream('/N 3', screenColours)
    const info = objects.add(
      `<</Title${textString(title)}/Producer(Tawqi)/CreationDate${dateString(createdAt)}/ModDate${dateString(createdAt)}>>`,
    )
    objects.set(
      catalog,
      `<</Type/Catalog/Pages ${pages} 0 R/Lang(${lang === 'ar' ? 'ar-SA' : 'en'})/MarkInfo<</Marked true>>/StructTreeRoot ${tree} 0 R` +
        `/OutputIntents[<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(sRGB)/Info(sRGB)/DestOutputProfile ${colours} 0 R>>]` +
        `/Metadata ${metadata} 0 R/ViewerPreferences<</DisplayDocTitle true/Direction/${lang === 'ar' ? 'R2L' : 'L2R'}>>>>`,
    )
    return objects.file(`/Root ${catalog} 0 R/Info ${info} 0 R`)
  }

  #writeTree(objects: PdfObjects, tree: number, pageNumbers: readonly number[]): void {
    const numbers = new Map<Element, number>()
    const write = (element: Element, parent: number): number => {
      const number = objects.reserve()
      numbers.set(element, number)
      const kids = element.kids.map((kid) =>
        'mcid' in kid ? `<</Type/MCR/Pg ${pageNumbers[kid.page]} 0 R/MCID ${kid.mcid}>>` : `${write(kid, number)} 0 R`,
      )
      const alt = element.alt ? `/Alt${textString(element.alt)}` : ''
      // The replacement text stands here and not at the marked content: readers reverse right-to-left text there once more.
      const said = !alt && element.texts.some((text) => rightToLeft.test(text)) ? `/ActualText${textString(element.texts.join(' '))}` : ''
      const scope = element.type === 'TH' ? '/A<</O/Table/Scope/Column>>' : ''
      objects.set(number, `<</Type/StructElem/S/${element.type}/P ${parent} 0 R/K[${kids.join(' ')}]${alt}${said}${scope}>>`)
      return number
    }
    const root = write(this.#root, tree)
    const parents = this.#pages.map((page, i) => `${i}[${page.parents.map((element) => `${numbers.get(element)} 0 R`).join(' ')}]`)
    objects.set(
      tree,
      `<</Type/StructTreeRoot/K ${root} 0 R/ParentTree<</Nums[${parents.join(' ')}]>>/ParentTreeNextKey ${this.#pages.length}>>`,
    )
  }
}

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

const xml = (text: string) => text.replace(/[&<>]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[character]!)

/** PDF/A wants every schema described that it does not know itself (ISO 19005-3 §6.6.2.3). */
const uaSchema =
  '<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource"><pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>' +
  '<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI><pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>' +
  '<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource"><pdfaProperty:name>part</pdfaProperty:name>' +
  '<pdfaProperty:valueType>Integer</pdfaProperty:valueType><pdfaProperty:category>internal</pdfaProperty:category>' +
  '<pdfaProperty:description>Part of ISO 14289</pdfaProperty:description></rdf:li></rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas>'

/** XMP metadata (ISO 16684-1) that agrees with the information dictionary. */
function xmp({ title, lang, createdAt }: DocumentOptions): string {
  const date = createdAt.toISOString().slice(0, 19) + 'Z'
  return (
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n<x:xmpmeta xmlns:x="adobe:ns:meta/">' +
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""' +
    ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"' +
    ' xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"' +
    ' xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"' +
    ' xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">' +
    '<pdfaid:part>3</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance><pdfuaid:part>1</pdfuaid:part>' +
    uaSchema +
    `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${xml(title)}</rdf:li></rdf:Alt></dc:title>` +
    `<dc:language><rdf:Bag><rdf:li>${lang}</rdf:li></rdf:Bag></dc:language>` +
    `<xmp:CreateDate>${date}</xmp:CreateDate><xmp:ModifyDate>${date}</xmp:ModifyDate><pdf:Producer>Tawqi</pdf:Producer>` +
    '</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end="r"?>'
  )
}

/** Starts a document; add pages, draw, then `finish()` gives its bytes. `createdAt` is written into it, so pass the clock's time. */
export const createDocument = (options: DocumentOptions): PdfDocument => new PdfDocument(options)
