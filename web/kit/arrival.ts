/**
 * Where somebody is after going somewhere: a new screen starts at its top with its heading focused, which reads it aloud; an anchor at its
 * target; going back, at the place that was left. A panel or a tab of the same screen moves nothing.
 */
import type { createBrowserRouter } from 'react-router'

type Router = ReturnType<typeof createBrowserRouter>

const giveUpAfterMs = 5000
/** After these the person has taken over. */
const takingOver = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

export function watchArrivals(router: Router): void {
  history.scrollRestoration = 'manual'
  addEventListener('pageshow', () => (history.scrollRestoration = 'manual'))
  addEventListener('pagehide', () => (history.scrollRestoration = 'auto')) // a reload is the browser's to restore
  const left = new Map<string, number>()
  let { location } = router.state
  let stop = () => {}
  router.subscribe(({ location: next, historyAction }) => {
    if (next.key === location.key) return
    stop()
    left.set(location.key, scrollY) // what is drawn is still the screen that is left
    const isElsewhere = next.pathname !== location.pathname || next.hash !== location.hash
    location = next
    const focus = focusUnlessMoved()
    if ((historyAction as string) === 'POP') stop = comeBack(left.get(next.key) ?? 0, focus)
    else if (next.hash)
      stop = whenThere(
        () => document.getElementById(next.hash.slice(1)),
        (target) => arriveAt(target, focus),
      )
    else if (isElsewhere) stop = whenThere(newHeading(), (heading) => arriveAtTop(heading, focus))
  })
}

type Focus = (element: HTMLElement) => void

const headingOf = () => document.querySelector<HTMLElement>('#main h1')

/** The heading, as soon as it is not the one of the screen that is left. */
function newHeading() {
  const before = headingOf()
  const said = before?.textContent
  return () => {
    if (document.querySelector('.veil')) return null // an open menu or dialog keeps the focus, and returns it when it closes
    const heading = headingOf()
    return heading !== before || heading?.textContent !== said ? heading : null
  }
}

function arriveAtTop(heading: HTMLElement, focus: Focus) {
  scrollTo(0, 0)
  focus(heading)
}

function arriveAt(target: HTMLElement, focus: Focus) {
  target.scrollIntoView()
  focus(target)
}

/** Before anything was pressed the browser reads from the top by itself; a screen that gave the focus to something keeps it there. */
function focusUnlessMoved(): Focus {
  const before = document.activeElement
  return (element) => {
    const { activeElement } = document
    if (!navigator.userActivation.hasBeenActive || (activeElement !== before && activeElement?.closest('#main'))) return
    if (element.tabIndex < 0) element.tabIndex = -1
    element.focus({ preventScroll: true })
  }
}

/** The screen grows while its rows come; its place is found once it is long enough. */
function comeBack(top: number, focus: Focus) {
  const stopFocus = whenThere(newHeading(), focus)
  const stopScroll = whenThere(
    () => (document.documentElement.scrollHeight - innerHeight >= top ? document.documentElement : null),
    () => scrollTo(0, top),
  )
  return () => {
    stopFocus()
    stopScroll()
  }
}

/** Looks at every frame until it is found, the person takes over, or it is too late. */
function whenThere(find: () => HTMLElement | null, then: (found: HTMLElement) => void): () => void {
  const begun = performance.now()
  let frame = requestAnimationFrame(look)
  const stop = () => {
    cancelAnimationFrame(frame)
    for (const event of takingOver) removeEventListener(event, stop)
  }
  for (const event of takingOver) addEventListener(event, stop, { passive: true })
  function look(now: number) {
    const found = find()
    if (found) {
      stop()
      then(found)
    } else if (now - begun < giveUpAfterMs) frame = requestAnimationFrame(look)
    else stop()
  }
  return stop
}
