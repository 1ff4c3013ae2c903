/** The only code that touches local storage; nothing else may be kept there. */
const keys = {
  refreshToken: 'refreshToken',
  deviceId: 'deviceId',
  lastActivity: 'lastActivity',
  humanCheckKey: 'recaptchaClientKey',
  visitorId: 'visitorId',
  language: 'i18nextLng',
  acceptLanguage: 'accept-language',
  theme: 'theme',
} as const

export type Stored = keyof typeof keys

/** Browsers may refuse storage (private windows, policies); then the page remembers for as long as it is open. */
const memory = new Map<string, string>()

export function read(name: Stored): string | null {
  try {
    return localStorage.getItem(keys[name])
  } catch {
    return memory.get(keys[name]) ?? null
  }
}

export function write(name: Stored, value: string) {
  try {
    localStorage.setItem(keys[name], value)
  } catch {
    memory.set(keys[name], value)
  }
}

export function remove(name: Stored) {
  try {
    localStorage.removeItem(keys[name])
  } catch {
    memory.delete(keys[name])
  }
}

/** Calls back when another tab changes or removes the value. */
export function watch(name: Stored, onChange: (value: string | null) => void): () => void {
  const listener = (event: StorageEvent) => {
    if (event.key === keys[name]) onChange(event.newValue)
  }
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}
