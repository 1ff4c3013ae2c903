import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const text = /\.(js|css|html|json|svg|txt|map)$/
const worthwhileBytes = 512

/** Puts a Brotli and a gzip file beside every text file, so that the server compresses nothing itself. */
export async function compressAll(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  await Promise.all(
    entries
      .filter((entry) => entry.isFile() && text.test(entry.name))
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name)
        const bytes = await readFile(path)
        if (bytes.length < worthwhileBytes) return
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
        await Promise.all([
          brotli(bytes, { params }).then((packed) => writeFile(`${path}.br`, packed)),
          zip(bytes, { level: 9 }).then((packed) => writeFile(`${path}.gz`, packed)),
        ])
      }),
  )
}
