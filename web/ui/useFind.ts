import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { DrawnFile } from '../kit/useDrawnFile.ts'
import { type Found, findText, type Piece } from '../kit/findText.ts'
import type { SheetMarks } from './FileSheet.tsx'

type Hit = { readonly page: number; readonly place: Found }

/** Who looks for one letter in a book is not shown every one of them. */
export const mostHits = 1000

/** The places of some words in a whole file, page by page, and the one that is looked at: first the next after what was shown. */
export function useFind(file: DrawnFile, { page: shown, goTo }: { page: number; goTo: (page: number) => void }) {
  const [words, setWords] = useState('')
  const [hits, setHits] = useState<readonly Hit[]>([])
  const [state, setState] = useState<'idle' | 'searching' | 'done' | 'noText'>('idle')
  const [at, setAt] = useState(0)
  const [aim, setAim] = useState<Hit>() // it has yet to come into view
  const pageShown = useEffectEvent(() => shown)
  const show = useEffectEvent(goTo)
  const pieces = useRef(new Map<number, readonly Piece[]>())

  useEffect(() => {
    setHits([])
    setAt(0)
    setState(words.trim() ? 'searching' : 'idle')
    if (!words.trim()) return
    let isLeft = false
    const begin = pageShown()
    const search = async () => {
      const found: Hit[] = []
      let hasText = false
      for (let page = 1; page <= file.pageCount && found.length < mostHits; page++) {
        const said = pieces.current.get(page) ?? (await file.text!.pieces(page))
        if (isLeft) return
        pieces.current.set(page, said)
        hasText ||= said.some(({ text }) => text.trim())
        for (const place of findText(said, words)) found.push({ page, place })
      }
      const from = found.findIndex(({ page }) => page >= begin)
      const first = Math.max(0, Math.min(mostHits - 1, from))
      setHits(found.slice(0, mostHits))
      setAt(first)
      setAim(found[first])
      setState(hasText ? 'done' : 'noText')
    }
    const timer = setTimeout(() => void search().catch(() => isLeft || setState('noText')), 250) // once the person has typed
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [file, words])

  const hit = hits[at]
  useEffect(() => {
    if (aim) show(aim.page) // the sheet itself brings the place into view once its text is there
  }, [aim])

  const byPage = useMemo(() => Map.groupBy(hits, ({ page }) => page), [hits])
  // Whoever goes on while a page comes into view aims at another place by the time that this one is reached.
  const onReached = useCallback(() => setAim((latest) => (latest === aim ? undefined : latest)), [aim])
  const marks = useMemo(() => {
    const all = new Map<number, SheetMarks>()
    for (const [page, here] of byPage) {
      const now = hit?.page === page ? here.indexOf(hit) : -1
      all.set(page, {
        found: here.map(({ place }) => place),
        now,
        onReached: aim !== undefined && aim === hit && now >= 0 ? onReached : undefined,
      })
    }
    return all
  }, [byPage, hit, aim, onReached])
  const step = (by: number) => {
    if (hits.length === 0) return
    const next = (at + by + hits.length) % hits.length
    setAt(next)
    setAim(hits[next])
  }
  return { words, setWords, count: hits.length, at, state, marks, step }
}
