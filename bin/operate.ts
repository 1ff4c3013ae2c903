import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { changeStatus } from '#server/operate/certificates.ts'
import { putCatalogue } from '#server/operate/catalogue.ts'
import { verifyDecision } from '#server/operate/decisions.ts'
import { openKept } from '#server/operate/kept.ts'
import { operate, Refused } from '#server/operate/operation.ts'
import { setOperators } from '#server/operate/operators.ts'

const usage = `Usage: npm run operate -- <what> [--by <who answers for it>]
  catalogue <file.json>              make the catalogue what the file says
  appoint <role> <national ID…>      give people a role of the operator: administrator, registrationOfficer, sales, finance, auditor
  dismiss <role> <national ID…>      take it away
  suspend <serial number>            put a certificate on hold
  resume <serial number>             take it off hold
  revoke <serial number> <reason>    revoke it for good, with a reason of RFC 5280
  open-kept <number> <reason>        show what the law keeps of somebody whose erasure was carried out, by the number of the request
  verify-decision <number>           prove from what was kept that a decision was approved as it stands`

/** `npm run operate`: what the operator does at the machine, as the database's owner, until the console is there. */
export async function runOperation(words: string[]): Promise<void> {
  const at = words.indexOf('--by')
  const by = at < 0 ? undefined : words[at + 1]
  const [what = '', ...rest] = at < 0 ? words : words.toSpliced(at, 2)
  try {
    if (at >= 0 && !by) throw new Refused(usage)
    console.log(await operate(operationOf(what, rest), by))
  } catch (error) {
    // Whatever is refused says why in a sentence.
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}

function operationOf(what: string, rest: string[]): Parameters<typeof operate>[0] {
  switch (what) {
    case 'catalogue': {
      if (rest.length !== 1) throw new Refused(usage)
      const json = readFileSync(resolve(process.env.INIT_CWD ?? '', rest[0]!), 'utf8') // npm changes the folder
      return (operation) => putCatalogue(operation, json)
    }
    case 'appoint':
    case 'dismiss':
      return (operation) => setOperators(operation, what, rest)
    case 'suspend':
    case 'resume':
    case 'revoke':
      return (operation) => changeStatus(operation, what, rest)
    case 'open-kept':
      return (operation) => openKept(operation, rest)
    case 'verify-decision':
      return (operation) => verifyDecision(operation, rest)
    default:
      throw new Refused(usage)
  }
}
