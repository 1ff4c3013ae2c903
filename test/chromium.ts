/** How tests and measurements start their browser; `CHROMIUM_PATH` names another one than Debian's. */
export const chromiumOptions = { executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: ['--no-sandbox'] }
