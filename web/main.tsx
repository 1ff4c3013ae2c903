import './kit/withoutEval.ts'
import './ui/tokens.css'
import './ui/base.css'
import './ui/site.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { startI18n } from './kit/i18n.ts'
import { watchIdleness } from './kit/idle.ts'
import { routes } from './routes.tsx'

/** A page that came prerendered can only be hydrated when its screens are already here. */
async function loadScreens() {
  const matches = matchRoutes(routes, location) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return
      const loaded = await route.lazy()
      Object.assign(route, loaded, { lazy: undefined })
    }),
  )
}

async function start() {
  const root = document.getElementById('root')!
  const [i18n] = await Promise.all([startI18n(), root.firstElementChild ? loadScreens() : undefined])
  const router = createBrowserRouter(routes)
  const application = (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  )
  if (root.firstElementChild && document.documentElement.dataset.sent === i18n.language) {
    hydrateRoot(root, application)
  } else {
    createRoot(root).render(application)
  }
  watchIdleness()
}

void start()
