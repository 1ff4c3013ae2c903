import { join } from 'node:path'
import type { Rolldown } from 'vite'
import { webRoot } from './plugins.ts'

/** In which files the scripts are sent: few, since each costs the browser a request, and none that a page loads only for another's sake. */
export const parts = () => [...everywhere, ...ofCalls, { name: ofFrame(), includeDependenciesRecursively: false }]

/** What every page needs. */
const everywhere = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|\/web\/react\.ts$/ },
  { name: 'libraries', test: /node_modules\/(react-router|i18next|i18next-browser-languagedetector|react-i18next)\// },
  {
    name: 'start',
    test: /preload-helper|\/contract\/(limits|publicScreens)\.ts$|\/web\/(siteRoutes|layouts\/SiteLayout|kit\/(Head|appearance|i18n|loadTexts|shown|storage|useTitle)|ui\/(Icon|Notice|State|LanguageToggle|ThemeMenu)|features\/site\/CrashPage)\.tsx?$/,
  },
  // it comes when the page is there
  { name: 'after', test: /\/web\/kit\/(arrival|idle)\.ts$/ },
]

/** What a page needs that makes a call and shows what came. */
const ofCalls = [
  { name: 'kit', test: /node_modules\/zod\/|\/contract\/kit\.ts$/ },
  { name: 'client', test: /\/contract\/(problems|sessions)\.ts$|\/web\/kit\/(client|demands|device|proof|refresh|session)\.ts$/ },
  { name: 'values', test: /\/web\/ui\/(calendars\.ts|values\.tsx)$/ },
]

/** What the frame of the application needs before its first screen, and no public page does. */
function ofFrame() {
  let frame: Set<string> | undefined
  return (id: string, modules: Rolldown.ChunkingContext) => {
    frame ??= reached([join(webRoot, 'layouts/AppLayout.tsx')], modules).difference(
      reached(modules.getModuleInfo(join(webRoot, 'siteRoutes.tsx'))!.dynamicallyImportedIds, modules),
    )
    if (!frame.has(id)) return null
    return id.includes('/node_modules/') ? 'behaviour' : id.includes('/contract/') ? 'contract' : 'frame'
  }
}

/** Modules, and all that they import at once. */
function reached(from: readonly string[], modules: Rolldown.ChunkingContext): Set<string> {
  const seen = new Set<string>()
  const visit = (id: string) => {
    if (seen.has(id)) return
    seen.add(id)
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) visit(imported)
  }
  for (const id of from) visit(id)
  return seen
}
