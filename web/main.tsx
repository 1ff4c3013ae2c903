import { isInApp, to } from '#contract/publicScreens.ts'
import './react.ts'
import './ui/tokens.css'
import './ui/base.css'
import './ui/site.css'
import './ui/siteHeader.css'
import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, type PatchRoutesOnNavigationFunction, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { startI18n } from './kit/i18n.ts'
import { loadTexts } from './kit/loadTexts.ts'
import { root } from './siteRoutes.tsx'

let isWhole = false

/** Called for addresses that the public pages do not have: the rest of the site map then comes, once. */
const loadBeyond: PatchRoutesOnNavigationFunction = async ({ patch }) => {
  if (isWhole) return
  const { beyond } = await import('./routes.tsx')
  if (!isWhole) patch(root.id, beyond)
  isWhole = true
}

/** Who begins on a public page gets the public pages; anybody else the whole, the page for unknown addresses included. */
async function siteMap() {
  const isPublic = matchRoutes([root], location)!.at(-1)!.route.path !== '*'
  return isPublic
    ? { routes: [root], options: { patchRoutesOnNavigation: loadBeyond } }
    : { routes: (await import('./routes.tsx')).routes, options: {} }
}

/** A page that came prerendered can only be hydrated when its screens are already here. */
async function loadScreens(routes: RouteObject[]) {
  const matches = matchRoutes(routes, location) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return
      const loaded = await route.lazy()
      Object.assign(route, loaded, { lazy: undefined })
    }),
  )
}

/** Where the screen that stands there says that a session is being restored, it begins to be. */
const saysRestoring = ({ dataset }: HTMLElement) => dataset.shows === to('authCheck') && isInApp(`${location.pathname}/`)

/** In which the page answers to the person. */
const gap = () => new Promise((resolve) => setTimeout(resolve))

async function start() {
  const place = document.getElementById('root')!
  const isOwn = place.firstElementChild && [undefined, location.pathname].includes(place.dataset.shows)
  const restoring = saysRestoring(place) && import('./features/sessions/restoreSession.ts').then(({ beginRestoring }) => beginRestoring())
  const starting = startI18n() // texts and screens load at once
  await gap()
  const { routes, options } = await siteMap()
  if (isOwn) await loadScreens(routes)
  const i18n = await starting
  if (place.dataset.shows) await loadTexts(['routes']) // titles do not wait for them
  await restoring
  await gap()
  const router = createBrowserRouter(routes, options)
  const application = (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  )
  if (isOwn && document.documentElement.dataset.sent === i18n.language) {
    startTransition(() => void hydrateRoot(place, application)) // in slices, between which the page answers to the person
  } else {
    await firstScreen(router)
    startTransition(() => createRoot(place).render(application))
  }
  const [{ watchIdleness }, { watchArrivals }] = await Promise.all([import('./kit/idle.ts'), import('./kit/arrival.ts')])
  watchIdleness()
  watchArrivals(router)
}

/** What the server sent stands until there is a screen to take its place. */
const firstScreen = (router: ReturnType<typeof createBrowserRouter>) =>
  new Promise<void>((done) => {
    if (router.state.initialized) return done()
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      done()
    })
  })

void start()
