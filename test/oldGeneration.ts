/** What a work leaves in V8's old generation: what was not let go of while collections of young objects went by. */
import { getHeapSpaceStatistics } from 'node:v8'

const used = () => getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')!.space_used_size

/** @returns octets for each time, over so many that many collections go by; fewer where a full collection happened to come */
export async function leftBehind(times: number, work: (index: number) => unknown): Promise<number> {
  const before = used()
  for (let i = 0; i < times; i++) await work(i)
  return (used() - before) / times
}
