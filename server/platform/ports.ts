import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

type Wanted = { host: string; port: number; key: 'PORT' | 'SIMULATORS_PORT' }

/** What a killed product listened on is freed when its processes have noticed, in a moment. */
const patienceMs = 2_000

/** Before anything is started for it. @throws Error with one sentence that names the setting to change */
export async function requireFreePort({ host, port, key }: Wanted): Promise<void> {
  const until = Date.now() + patienceMs
  for (;;) {
    const probe = createServer().listen(port, host)
    try {
      await once(probe, 'listening')
      probe.close()
      await once(probe, 'close')
      return
    } catch (cause) {
      const fault = cause as NodeJS.ErrnoException
      if (fault.code !== 'EADDRINUSE' || Date.now() > until) throw new Error(portSentence(fault, { host, port, key }), { cause })
      await wait(50)
    }
  }
}

const portSentence = ({ code, message }: NodeJS.ErrnoException, { host, port, key }: Wanted) =>
  code === 'EADDRINUSE'
    ? `Port ${port} on ${host} is in use: set ${key} to ${key === 'PORT' ? 'a free one' : 'the first of two free ones'}, or stop what listens there.`
    : code === 'EACCES'
      ? `Port ${port} on ${host} may not be opened by this user: set ${key} to one above 1023, or allow it.`
      : `Port ${port} on ${host} cannot be opened (${message}): see PORT, HOST and SIMULATORS_PORT.`
