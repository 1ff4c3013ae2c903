/** The account the embedded server runs as: PostgreSQL refuses to run as root. */
import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

export type Account = { uid: number; gid: number; name: string }

/**
 * @param cluster a folder that exists keeps its owner: a machine may have got a user `postgres` since
 * @returns undefined when we are not root: the server then runs as we do
 */
export function serverAccount(cluster: string): Account | undefined {
  if (process.getuid!() !== 0) return undefined
  const kept = statSync(cluster, { throwIfNoEntry: false })
  if (kept && kept.uid !== 0) return { uid: kept.uid, gid: kept.gid, name: String(kept.uid) }
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of ['postgres', 'node', 'nobody']) {
    const found = accounts.find((fields) => fields[0] === name)
    if (found) return { name, uid: Number(found[2]), gid: Number(found[3]) }
  }
  throw new Error(
    'The embedded database does not run as root, and there is no user postgres, node or nobody to run it as: start the product as another user.',
  )
}

/** The sentence for what the system refuses to root: a container may map no other user, or not let root become one. Other errors stay. */
export function explained(error: NodeJS.ErrnoException, account: Account | undefined): Error {
  if (!account || !['EPERM', 'EINVAL'].includes(error.code ?? '') || !/^(chown|spawn)/.test(error.syscall ?? '')) return error
  return new Error(
    `The embedded database does not run as root, and root may not become the user ${account.name} here (${error.syscall} ${error.code}): start the product as another user, or set DATABASE_URL.`,
    { cause: error },
  )
}

/** The topmost folder on the way, the folder itself included, that the account has no right to pass. */
export function closedFolder(folder: string, account: Account): string | undefined {
  const above = dirname(folder) === folder ? undefined : closedFolder(dirname(folder), account)
  if (above) return above
  const { mode, uid: owner, gid: group } = statSync(folder)
  const bit = owner === account.uid ? 0o100 : group === account.gid ? 0o010 : 0o001
  return mode & bit ? undefined : folder
}
