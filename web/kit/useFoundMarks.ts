import { type RefObject, useEffect } from 'react'

/** Marks where the words that were searched for stand in a list: by the browser, so that no cell is drawn otherwise. Older ones mark nothing. */
export function useFoundMarks(box: RefObject<HTMLElement | null>, words: string): void {
  useEffect(() => {
    const element = box.current
    if (!words || !element || !('highlights' in CSS)) return
    let isLeft = false
    let watch: MutationObserver | undefined
    void import('./findText.ts').then(({ findText }) => {
      if (isLeft) return
      const mark = () => CSS.highlights.set('listed', new Highlight(...rangesIn(element, (texts) => findText(texts, words))))
      mark()
      watch = new MutationObserver(mark) // rows come and go, and names in them later still
      watch.observe(element, { childList: true, subtree: true, characterData: true })
    })
    return () => {
      isLeft = true
      watch?.disconnect()
      CSS.highlights.delete('listed')
    }
  }, [box, words])
}

type Find = (
  texts: { text: string; x: number; y: number; endsLine: boolean }[],
) => readonly (readonly { piece: number; from: number; to: number }[])[]

function rangesIn(element: HTMLElement, find: Find): Range[] {
  return [...element.querySelectorAll('tbody td')].flatMap((cell) => {
    const walk = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
    const nodes: Text[] = []
    while (walk.nextNode()) nodes.push(walk.currentNode as Text)
    const texts = nodes.map(({ data }, i) => ({ text: data, x: i, y: 0, endsLine: true })) // one after the other, as they are read
    return find(texts)
      .flat()
      .map(({ piece, from, to }) => {
        const range = new Range()
        range.setStart(nodes[piece]!, from)
        range.setEnd(nodes[piece]!, to)
        return range
      })
  })
}
