import './kit/withoutEval.ts'
import './ui/tokens.css'
import './ui/base.css'
import './ui/site.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, type PatchRoutesOnNavigationFunction } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { startI18n } from './kit/i18n.ts'
import { watchIdleness } from './kit/idle.ts'
import { root } from './siteRoutes.tsx'

/** A page that came prerendered can only be hydrated when its screens are already here. */
async function loadScreens() {
  const matches = matchRoutes([root], location) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return
      const loaded = await route.lazy()
      Object.assign(route, loaded, { lazy: undefined })
    }),
  )
}

let isWhole = false

/** Called for addresses that the public pages do not have: the rest of the site map then comes, once. */
const loadBeyond: PatchRoutesOnNavigationFunction = async ({ patch }) => {
  if (isWhole) return
  const { beyond } = await import('./routes.tsx')
  if (!isWhole) patch(root.id, beyond)
  isWhole = true
}

async function start() {
  const place = document.getElementById('root')!
  const [i18n] = await Promise.all([startI18n(), place.firstElementChild ? loadScreens() : undefined])
  const router = createBrowserRouter([root], { patchRoutesOnNavigation: loadBeyond })
  const application = (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  )
  if (place.firstElementChild && document.documentElement.dataset.sent === i18n.language) {
    hydrateRoot(place, application)
  } else {
    createRoot(place).render(application)
  }
  watchIdleness()
}

void start()
