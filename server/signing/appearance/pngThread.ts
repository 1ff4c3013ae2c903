/** Unpacks pictures of seals beside the thread that answers everybody. */
import { serveJobs } from '#server/platform/threads.ts'
import { pixelsOf } from './pngPixels.ts'

serveJobs(async (bytes: Uint8Array) => pixelsOf(bytes))
