/**
 * How V8 keeps the heap of the process that serves (decision 0038), as arguments of Node.
 *
 * Young objects are collected often and little, since next to none outlives its request. The old ones may grow to three times what lives before
 * all are looked through: of its own accord V8 allows so little more that every second collection is a full one, and everybody waits for each.
 */
export const heapFlags: readonly string[] = ['--max-semi-space-size=8', '--heap-growing-percent=200']
