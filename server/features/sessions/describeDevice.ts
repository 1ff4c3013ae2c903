const browsers: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** What a person recognises a device by: its kind, and browser and system by name. */
export function describeDevice(userAgent: string): { kind: string; model: string } {
  const named = (table: [RegExp, string][]) => table.find(([pattern]) => pattern.test(userAgent))?.[1]
  const parts = [named(browsers), named(systems)].filter((part) => part !== undefined)
  return { kind: /Mobile|iPhone|Android/.test(userAgent) ? 'mobile' : 'browser', model: parts.join(', ') || userAgent.slice(0, 60) || '—' }
}
