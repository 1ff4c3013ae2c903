/** Finds the number whose hash the challenge names, away from the page, which stays responsive meanwhile. */
type Task = { challenge: string; salt: string; maxnumber: number }

/** So many hashes are asked for at once: waiting for each of them alone takes several times as long. */
const batch = 1000

async function search({ challenge, salt, maxnumber }: Task): Promise<number | null> {
  const wanted = Uint8Array.from(challenge.match(/../g) ?? [], (pair) => parseInt(pair, 16))
  const encoder = new TextEncoder()
  for (let first = 0; first <= maxnumber; first += batch) {
    const numbers = Array.from({ length: Math.min(batch, maxnumber - first + 1) }, (_, i) => first + i)
    const hashes = await Promise.all(numbers.map((number) => crypto.subtle.digest('SHA-256', encoder.encode(`${salt}${number}`))))
    const at = hashes.findIndex((hash) => new Uint8Array(hash).every((byte, i) => byte === wanted[i]))
    if (at >= 0) return first + at
  }
  return null
}

onmessage = async ({ data }: MessageEvent<Task>) => postMessage(await search(data))
