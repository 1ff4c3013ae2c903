import { existsSync } from 'node:fs'
import { ownBrowser } from './browser/ownBrowser.ts'

/** Debian's. The browser without a window starts faster and takes less of a small machine. */
export const browsers = ['chromium-headless-shell', 'chromium']

/** How tests and measurements start their browser: the one that `npm test` brings, else Debian's; `CHROMIUM_PATH` names another one. */
export const chromiumOptions = {
  executablePath: process.env.CHROMIUM_PATH ?? [ownBrowser, ...browsers.map((name) => `/usr/bin/${name}`)].find((path) => existsSync(path)),
  args: ['--no-sandbox'],
}
