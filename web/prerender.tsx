/** Renders one public page in one language; bundled and called by the build. */
import { type Screen, screens } from '#contract/screens.ts'
import i18next, { type Resource } from 'i18next'
import { renderToString } from 'react-dom/server'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { createStaticHandler, createStaticRouter, type RouteObject, StaticRouterProvider } from 'react-router'
import type { Language } from './kit/appearance.ts'
import { inserted, insertion } from './kit/inserted.ts'
import { routes } from './routes.tsx'

/** Built once in each language; the server sends them with their text already in place. */
export const prerendered = Object.entries<Screen>(screens).flatMap(([name, screen]) => (screen.prerendered ? [{ name, ...screen }] : []))

/** Every address of the site map, with parameters as `:name`; unknown ones are left to the not-found page. */
export function addresses(of: RouteObject[] = routes, above = ''): string[] {
  return of.flatMap((route) => {
    if (route.path === '*') return []
    const path = route.path ?? above
    return route.children ? addresses(route.children, path).concat(route.lazy && route.path ? path : []) : [path || '/']
  })
}

/** React's mark of a part whose script has not come. */
const missing = '<!--$!-->'
const longestTries = 200

export async function render(path: string, language: Language, resources: Resource) {
  const i18n = i18next.createInstance()
  await i18n
    .use(initReactI18next)
    .use(inserted)
    .init({ lng: language, resources, defaultNS: 'index', ...insertion })
  const handler = createStaticHandler(routes)
  const context = await handler.query(new Request(`http://localhost${path}`))
  if (context instanceof Response) throw new Error(`${path} redirects and cannot be prerendered`)
  const whole = () =>
    renderToString(
      <I18nextProvider i18n={i18n}>
        <StaticRouterProvider router={createStaticRouter(handler.dataRoutes, context)} context={context} hydrate={false} />
      </I18nextProvider>,
    )
  // What comes later in the browser is waited for: it is to be read without scripts, too.
  let html = whole()
  for (let tries = 0; html.includes(missing) && tries < longestTries; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 10))
    html = whole()
  }
  const head: string[] = []
  const body = html.replace(/<title>[^]*?<\/title>|<meta name="description"[^>]*>/g, (tag) => (head.push(tag), ''))
  const texts = i18n.reportNamespaces!.getUsedNamespaces().filter((name) => name !== 'routes') // titles come later
  return { head: head.join('\n    '), body, status: context.statusCode, texts }
}
