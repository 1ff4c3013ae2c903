/**
 * Preloaded by `node --expose-gc --import`: what lost its owner is collected within a moment, as a long day's memory would do sooner or later.
 * Each collection of everything is followed by ten times its own length without one.
 */
function collect(): void {
  const began = performance.now()
  globalThis.gc!()
  setTimeout(collect, 10 * (performance.now() - began)).unref()
}
collect()
