type Policies = { createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string } }

/** The content security policy lets a worker start from an address only where a named policy vouches for it. @param address a file of the build's own */
export function trustedWorkerAddress(address: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies }
  return trustedTypes ? trustedTypes.createPolicy('tawqi-worker', { createScriptURL: (url) => url }).createScriptURL(address) : address
}
