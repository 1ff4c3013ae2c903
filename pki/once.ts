/** What was found out about something once, by what found it. */
export type Memo = Map<unknown, unknown>

/**
 * Finds something about an object once, and keeps it with that object, which it goes with.
 *
 * No `WeakMap` of a module: V8's collections of young objects take all of its values for living, whatever became of their keys. A file's objects
 * would outlive the file until the next full collection.
 */
export const once =
  <About extends { readonly memo: Memo }, Found>(find: (about: About) => Found) =>
  (about: About): Found => {
    const { memo } = about
    if (memo.has(find)) return memo.get(find) as Found
    const found = find(about)
    memo.set(find, found)
    return found
  }
