/** Posts JSON to the product, again after each pause until it is accepted; false when every attempt failed. @param sign headers over the body */
export async function deliver(
  url: string,
  body: unknown,
  pausesMs: readonly number[],
  closing: AbortSignal,
  sign: (text: string) => Record<string, string> = () => ({}),
): Promise<boolean> {
  const text = JSON.stringify(body)
  for (const pause of [0, ...pausesMs]) {
    await wait(pause, closing)
    if (closing.aborted) return false
    const accepted = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...sign(text) },
      body: text,
      redirect: 'manual',
      signal: AbortSignal.any([closing, AbortSignal.timeout(10_000)]),
    }).then(
      async (response) => {
        await response.body?.cancel()
        return response.ok
      },
      () => false,
    )
    if (accepted) return true
  }
  return false
}

/** Ends early when the simulators close. */
export function wait(ms: number, closing: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (closing.aborted || ms === 0) return done()
    const timer = setTimeout(finish, ms)
    closing.addEventListener('abort', finish)
    function finish() {
      clearTimeout(timer)
      closing.removeEventListener('abort', finish)
      done()
    }
  })
}
