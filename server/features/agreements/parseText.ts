/** A text as it is published: Markdown of a title, an introduction, and sections of paragraphs, bullets and headings. */
import { createHash } from 'node:crypto'

/** `isTitle`: the heading of a part of a section. */
export type Paragraph = { text: string; isBullet: boolean; isTitle?: true }

export type ParsedText = {
  title: string
  introduction: string
  sections: { heading: string; paragraphs: Paragraph[] }[]
  /** The text's own bytes. */
  source: Buffer
  sha256: Buffer
  /** The text's name to the outside: it follows from the content, so that another text cannot carry it. */
  fileId: string
}

export function parseText(source: Buffer): ParsedText {
  const sha256 = createHash('sha256').update(source).digest()
  const [head = '', ...parts] = source.toString('utf8').split(/^## /m)
  const [title = '', ...introduction] = head.replace(/^# /, '').trim().split(/\n+/)
  const sections = parts.map((part) => {
    const [heading = '', ...lines] = part.trim().split(/\n+/)
    return { heading, paragraphs: lines.map(paragraphOf) }
  })
  return { title, introduction: introduction.join(' '), sections, source, sha256, fileId: sha256.subarray(0, 16).toString('base64url') }
}

function paragraphOf(line: string): Paragraph {
  const isTitle = line.startsWith('### ')
  return { text: line.replace(/^(- |### )/, ''), isBullet: line.startsWith('- '), ...(isTitle && { isTitle }) }
}

/** What is missing of a text for it to be published, by the names of `textFaults`; null where nothing is. */
export function faultOfText({ source, title, introduction, sections }: ParsedText): 'noTitle' | 'noIntroduction' | 'fewSections' | null {
  if (!source.toString('utf8').startsWith('# ') || !title) return 'noTitle'
  if (!introduction) return 'noIntroduction'
  return sections.length < 2 || sections.some(({ heading, paragraphs }) => !heading || paragraphs.length === 0) ? 'fewSections' : null
}

/** Whether two languages of a text have the same parts in the same order. */
export function sameParts(one: ParsedText, other: ParsedText): boolean {
  const shape = ({ sections }: ParsedText) =>
    JSON.stringify(sections.map(({ paragraphs }) => paragraphs.map(({ isBullet, isTitle }) => [isBullet, isTitle ?? false])))
  return shape(one) === shape(other)
}
