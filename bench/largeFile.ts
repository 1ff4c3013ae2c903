import { spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hierarchy } from '#test/conformance/pkiCast.ts'
import { simplePdf } from '#test/fixtures/pdf/make/write.ts'
import { report } from './measure.ts'

function writeLarge(path: string, size: number): void {
  const file = openSync(path, 'w')
  const [head, rest] = simplePdf({ objects: { 6: `<</Length ${size}>>\nstream\n@\nendstream` } })
    .toString('latin1')
    .split('@') as [string, string]
  writeSync(file, head, null, 'latin1')
  const block = Buffer.alloc(1024 * 1024, 'x')
  for (let left = size; left > 0; left -= block.length) writeSync(file, block, 0, Math.min(left, block.length))
  // the one-byte stream that was written grew by size - 1
  const moved = rest.replace(/startxref\n(\d+)/, (_, at: string) => `startxref\n${Number(at) + size - 1}`)
  writeSync(file, moved, null, 'latin1')
  closeSync(file)
}

function largeFile({ keys, eSignature }: ReturnType<typeof hierarchy>): void {
  const path = join(tmpdir(), `bench-${process.pid}.pdf`)
  try {
    writeLarge(path, 300_000_000)
    const input = JSON.stringify({
      path,
      certificate: Buffer.from(eSignature).toString('base64'),
      key: keys.layla.privateKey.export({ format: 'pem', type: 'pkcs8' }),
    })
    const program = join(import.meta.dirname, 'signLargeFile.ts')
    const { stdout, stderr } = spawnSync(process.execPath, ['--max-semi-space-size=2', program], { encoding: 'utf8', input })
    if (!stdout) throw new Error(stderr)
    const { kilobytes, milliseconds } = JSON.parse(stdout) as { kilobytes: number; milliseconds: number }
    const megabytes = kilobytes / 1024
    report({
      name: 'peak memory: 300 MB read, hashed, signed',
      measured: `${megabytes.toFixed(0)} MB`,
      baseline: `${milliseconds.toFixed(0)} ms in all`,
      demanded: '≤ 100 MB',
      met: megabytes <= 100,
    })
  } finally {
    rmSync(path, { force: true })
  }
}

largeFile(hierarchy())
