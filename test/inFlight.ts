/** Does `work` for each number below `count`, at most `most` of them at a time. */
export async function inFlight(count: number, most: number, work: (i: number) => Promise<void>): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: Math.min(count, most) }, async () => {
      while (next < count) await work(next++)
    }),
  )
}
