import type { readHumanCheckChallenge } from '#contract/referenceData.ts'
import type { Output } from '#contract/kit.ts'

export type Widget = Exclude<Output<typeof readHumanCheckChallenge>, { kind: 'altcha' }>
type Look = { language: 'ar' | 'en'; theme: 'light' | 'dark' }
/** What hCaptcha and Turnstile draw is this wide, unless they are told to be compact. */
const usualWidthPx = 300
type Told = {
  onToken: (token: string) => void
  /** The vendor says that it cannot go on. */
  onFailed: () => void
}

type Id = string | number
type Api = {
  render(container: HTMLElement, options: Record<string, unknown>): Id
  /** Not at reCAPTCHA. */
  remove?(id: Id): void
  reset(id: Id): void
  /** At reCAPTCHA. */
  execute?(id: Id, options: { action: string }): Promise<string | null> | undefined
}

const global = { recaptcha: 'grecaptcha', hcaptcha: 'hcaptcha', turnstile: 'turnstile' } as const
const readyName = 'tawqiHumanCheckReady'
const patienceMs = 15_000

/** Beside `render=explicit` and `onload`, which all three know. */
const ownParameters: Record<Widget['kind'], (language: string) => Record<string, string>> = {
  // Trusted Types are demanded of pages with reCAPTCHA, so its script is asked to bring policies of its own.
  recaptcha: (language) => ({ hl: language, trustedtypes: 'true' }),
  hcaptcha: (language) => ({ hl: language, recaptchacompat: 'off' }),
  turnstile: () => ({}),
}

const ownOptions: Record<Widget['kind'], (look: Look, size: 'normal' | 'compact') => Record<string, unknown>> = {
  // The badge has to be seen; a key of version 2 may ask the person something, one of version 3 never does.
  recaptcha: ({ theme }) => ({ theme, size: 'invisible', badge: 'inline' }),
  hcaptcha: ({ language, theme }, size) => ({ theme, hl: language, size }),
  turnstile: ({ language, theme }, size) => ({ theme, language, size, 'response-field': false }),
}

/**
 * Draws the vendor's widget; its script is loaded the first time. @returns how to take it away
 * @throws Error when the vendor cannot be reached
 */
export async function drawWidget(widget: Widget, container: HTMLElement, look: Look, { onToken, onFailed }: Told): Promise<() => void> {
  const api = await loadApi(widget, look.language)
  const id = api.render(container, {
    sitekey: widget.siteKey,
    ...ownOptions[widget.kind](look, container.clientWidth < usualWidthPx ? 'compact' : 'normal'),
    callback: onToken,
    'error-callback': onFailed,
  })
  // A key of version 3 answers by the promise alone, one of version 2 by the callback.
  if (widget.kind === 'recaptcha') void api.execute!(id, { action: 'submit' })?.then((token) => token && onToken(token), onFailed)
  return () => (api.remove ? api.remove(id) : api.reset(id))
}

async function loadApi({ kind, script }: Widget, language: string): Promise<Api> {
  const loaded = () => (globalThis as Record<string, unknown>)[global[kind]] as Api | undefined
  const known = loaded()
  if (known) return known
  const address = `${script}?${new URLSearchParams({ render: 'explicit', onload: readyName, ...ownParameters[kind](language) })}`
  await loadScript(address, script)
  const api = loaded()
  if (!api) throw new Error(`${kind} has loaded and is not there`)
  return api
}

/** Ends when the script says that it is ready, which is later than that it has been read. */
async function loadScript(address: string, vouchedFor: string): Promise<void> {
  const element = document.createElement('script')
  const late = AbortSignal.timeout(patienceMs)
  try {
    await new Promise<void>((resolve, reject) => {
      Object.assign(globalThis, { [readyName]: resolve })
      element.onerror = () => reject(new Error(`${vouchedFor} could not be loaded`))
      late.addEventListener('abort', () => reject(new Error(`${vouchedFor} does not answer`)))
      element.src = trustedScriptAddress(address, vouchedFor)
      document.head.append(element)
    })
  } catch (error) {
    element.remove()
    throw error
  }
}

type Policies = { createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string } }

/** The content security policy lets a script start from an address only where a named policy vouches for it, and this one for one address. */
function trustedScriptAddress(address: string, vouchedFor: string): string {
  const createScriptURL = (url: string) => {
    if (!url.startsWith(`${vouchedFor}?`)) throw new TypeError(`${url} is not the human check’s script`)
    return url
  }
  const { trustedTypes } = globalThis as { trustedTypes?: Policies }
  return trustedTypes
    ? trustedTypes.createPolicy('tawqi-human-check', { createScriptURL }).createScriptURL(address)
    : createScriptURL(address)
}
