export type Range = { readonly first: number; readonly last: number }

/** The one of ranges, which are in order and apart from one another, that a number is in. */
export function rangeWith<Found extends Range>(ranges: readonly Found[], number: number): Found | undefined {
  let [low, high] = [0, ranges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (ranges[middle]!.last < number) low = middle + 1
    else high = middle
  }
  const found = ranges[low]
  return found && found.first <= number ? found : undefined
}
