import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const step = Buffer.alloc(1024 ** 2, 1)

/**
 * A disk of its own, in memory, that a test fills and empties. Mounting is for root on Linux.
 * @returns the disk, or why there is none
 */
export function smallDisk(mebibytes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'tawqi-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=0755`, 'tmpfs', folder], { stdio: 'pipe' })
  } catch (error) {
    rmSync(folder, { recursive: true })
    return (error as Error).message.trim()
  }
  const filling = join(folder, 'filling')
  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  }
  return {
    folder,
    freeBytes,
    /** From outside, as another program's files would; with 0 until nothing can be written. */
    fill(leave = 0) {
      const file = openSync(filling, 'a')
      try {
        while (freeBytes() > leave) writeSync(file, step)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      } finally {
        closeSync(file)
      }
    },
    empty: () => rmSync(filling, { force: true }),
    remove() {
      execFileSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true })
    },
  }
}
