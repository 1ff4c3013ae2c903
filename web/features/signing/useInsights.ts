import { useEffect } from 'react'
import { type Draft, learn, useDrafts } from './drafts.ts'
import { lookAt, shownPlace } from './insight.ts'

/** Looks at the pages on which signatures are to stand, first at that of the chosen document, one after the other. */
export function useInsights(chosen: Draft): void {
  const drafts = useDrafts()
  const isUnknown = (draft: Draft) => {
    const place = shownPlace(draft)
    return place !== null && !(place.page in draft.insights)
  }
  const next = [chosen, ...drafts].find(isUnknown)
  const page = next && shownPlace(next)!.page
  useEffect(() => {
    if (!next || page === undefined) return
    let isLeft = false
    void lookAt(next, page)
      .catch(() => null) // nothing is known of a page that cannot be drawn
      .then((insight) => isLeft || learn(next.key, page, insight))
    return () => {
      isLeft = true
    }
  }, [next?.key, page]) // eslint-disable-line react-hooks/exhaustive-deps -- the rest of a draft does not change what its page shows
}
