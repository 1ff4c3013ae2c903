import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { constants, getPriority } from 'node:os'
import { expect, test } from 'vitest'
import { hashFile } from './hashFile.ts'

/** How many threads of this process give way (proc(5), the nice value of /proc/pid/stat). */
const givingWay = () =>
  readdirSync('/proc/self/task').filter((thread) => {
    const fields = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return Number(fields[16]) >= constants.priority.PRIORITY_BELOW_NORMAL
  }).length

test.skipIf(process.platform !== 'linux')('the thread that hashes gives way to those that answer', async () => {
  const own = getPriority()
  const { sha256 } = await hashFile(import.meta.filename)
  expect(sha256).toBe(
    createHash('sha256')
      .update(readFileSync(import.meta.filename))
      .digest('hex'),
  )
  expect(givingWay()).toBeGreaterThan(0)
  expect(getPriority()).toBe(own)
})
