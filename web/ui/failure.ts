/** What failed last, until it is closed, tried again or left. */
export type Failure = { readonly text: string }

let failure: Failure | undefined
/** Where a failure can be shown, in the order in which they opened: the last one is before the person's eyes. */
let places: readonly symbol[] = []
const listeners = new Set<() => void>()

const tellListeners = () => {
  for (const listener of listeners) listener()
}

/** @returns whether a place shows it */
export function showFailure(text: string): boolean {
  if (places.length === 0) return false
  failure = { text }
  tellListeners()
  return true
}

export function clearFailure() {
  if (!failure) return
  failure = undefined
  tellListeners()
}

/** @returns how to close it again */
export function openPlace(place: symbol): () => void {
  places = [...places, place]
  tellListeners()
  return () => {
    places = places.filter((other) => other !== place)
    tellListeners()
  }
}

export const failureAt = (place: symbol) => (places.at(-1) === place ? failure : undefined)

export function onFailure(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
