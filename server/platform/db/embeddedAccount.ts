/** The account the embedded server runs as: PostgreSQL refuses to run as root. */
import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

export type Account = { uid: number; gid: number }
type NamedAccount = Account & { name: string }

/** @returns undefined when we are not root: the server then runs as we do */
export function serverAccount(): NamedAccount | undefined {
  if (process.getuid!() !== 0) return undefined
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

/** @throws Error with a sentence when the account cannot enter the folder, which no setting of the folder itself would mend */
export function assertPassable(folder: string, account: NamedAccount) {
  const closed = closedFolder(folder, account)
  if (closed) {
    throw new Error(
      `The database runs as the user ${account.name}, who may not enter ${closed}: set DATA_DIR to a folder outside it, run the product as another user than root, or allow it (chmod o+x ${closed}).`,
    )
  }
}

/** The topmost folder on the way, the folder itself included, that the account has no right to pass. */
export function closedFolder(folder: string, { uid, gid }: Account): string | undefined {
  const above = dirname(folder) === folder ? undefined : closedFolder(dirname(folder), { uid, gid })
  if (above) return above
  const { mode, uid: owner, gid: group } = statSync(folder)
  const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001
  return mode & bit ? undefined : folder
}
