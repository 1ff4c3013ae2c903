import { existsSync } from 'node:fs'

/** The browser without a window starts faster and takes less of a small machine. */
export const browsers = ['chromium-headless-shell', 'chromium']

/** How tests and measurements start their browser; `CHROMIUM_PATH` names another one than Debian's. */
export const chromiumOptions = {
  executablePath: process.env.CHROMIUM_PATH ?? browsers.map((name) => `/usr/bin/${name}`).find((path) => existsSync(path)),
  args: ['--no-sandbox'],
}
