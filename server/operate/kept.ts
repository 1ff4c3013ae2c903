import { openSealed, type SealedTable } from '#server/features/erasure/kept.ts'
import { audit } from '#server/platform/audit.ts'
import { Refused, type Operation } from './operation.ts'

/**
 * What is kept of somebody after an erasure, as the law that keeps it may demand to see it. Who opened it, and why, is in the trail.
 * @returns a line of JSON for each row: its table, its number, and what it said
 */
export async function openKept({ tx, acting, by }: Operation, [requestID, ...words]: string[]): Promise<string> {
  const reason = words.join(' ').trim()
  if (!requestID || reason === '') throw new Refused('Give the number of a request for erasure, and why what is kept is opened.')
  const request = await tx
    .selectFrom('erasure_request')
    .select(['person_id', 'state'])
    .where('public_id', '=', requestID)
    .executeTakeFirst()
  if (request?.state !== 'erased') throw new Refused(`No erasure ${requestID} was carried out.`)
  const { person_id: personId } = request
  const rows = await tx
    .selectFrom('erasure_sealed as s')
    .innerJoin('erasure_key as k', 'k.id', 's.key_id')
    .select(['s.table_name', 's.row_key', 'k.ground', 'k.keep_until'])
    .where('k.person_id', '=', personId)
    .orderBy('s.table_name')
    .orderBy('s.row_key')
    .execute()
  if (rows.length === 0) throw new Refused(`Nothing is kept any more of erasure ${requestID}.`)
  await audit(tx, acting, 'erasure.keptOpened', { subject: requestID, personId, facts: { reason, by } })
  const lines: string[] = []
  for (const { table_name: table, row_key: row, ground, keep_until: keptUntil } of rows) {
    const said = await openSealed(tx, acting.app.secrets, table as SealedTable, row)
    lines.push(JSON.stringify({ table, row, ground, keptUntil, said }))
  }
  return lines.join('\n')
}
