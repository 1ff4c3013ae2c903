/** The browser's part from its sources, beside `npm run dev`'s server. */
import { readConfiguration } from '#server/platform/configuration/configuration.ts'
import { dev } from '#web/build.ts'

const { HOST, PORT } = readConfiguration()
const server = await dev({ product: `http://${HOST}:${PORT}` })
server.printUrls()
