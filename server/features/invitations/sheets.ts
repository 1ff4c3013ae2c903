/** Invitations by spreadsheet: its template, what is wrong with each row, and all of its people invited or none. */
import { readFile, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import * as calls from '#contract/invitationSheets.ts'
import { sheetColumns, sheetHeadings } from '#contract/invitationSheets.ts'
import { sheetLimits } from '#contract/limits.ts'
import { orgRoleWords } from '#contract/members.ts'
import { lockOrganisation } from '#server/features/members/states.ts'
import { placeInUnit } from '#server/features/members/units.ts'
import { audit } from '#server/platform/audit.ts'
import type { Body } from '#server/platform/http/body.ts'
import type { ActingOrganisation, Caller, Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { receive } from '#server/platform/incoming.ts'
import { linesOf } from '#server/platform/lines.ts'
import { Problem } from '#server/platform/problems.ts'
import { takeTurns, turnsLeft } from '#server/platform/throttle.ts'
import { writeWorkbook } from '#server/platform/xlsx/workbook.ts'
import { invite, limits, tooMany } from './requests.ts'
import { checkRows, keysOf, readRows } from './sheetRows.ts'

type Acting = Ctx<Caller, ActingOrganisation>

/** One sheet of somebody at a time. */
const lineOf = linesOf<number>(1)

const fileName = { ar: 'دعوات', en: 'Invitations' }
/** So that it is plain what goes where; its ID belongs to nobody, so that it is never invited. */
const example = {
  ar: ['1000000000', 'سارة أحمد القحطاني', 'sarah@example.sa', '0512345678', orgRoleWords.organizationUser.ar, 'A-101', ''],
  en: ['1000000000', 'Sarah Alqahtani', 'sarah@example.sa', '0512345678', orgRoleWords.organizationUser.en, 'A-101', ''],
}

export const downloadInvitationTemplate = route(calls.downloadInvitationTemplate, async ({ language }) => {
  const columns = sheetColumns.map((column) => ({ heading: sheetHeadings[column][language], kind: 'text' as const, width: 24 }))
  async function* rows() {
    yield [example[language]]
  }
  const book = { title: fileName[language], rightToLeft: language === 'ar', columns }
  return { content: Readable.from(writeWorkbook(book, rows()), { objectMode: false }), fileName: `${fileName[language]}.xlsx` }
})

/** The rows of a sheet that is sent. @throws Problem TOO_LARGE, REFUSED_DOCUMENT */
const rowsIn = (ctx: Acting, body: Body) =>
  lineOf(ctx.caller.personId, body, async (inTurn) => {
    const { path } = await receive(ctx.app, body, sheetLimits.bytes)
    try {
      return await inTurn(async () => readRows(await readFile(path)))
    } finally {
      await rm(path, { force: true })
    }
  })

export const checkInvitationSheet = route(calls.checkInvitationSheet, async (ctx, _, body) => {
  const sheet = await rowsIn(ctx, body)
  const { faults, faultyRows } = await checkRows(ctx.db, ctx, sheet)
  return { rows: sheet.rows.length, faultyRows, faults: faults.slice(0, calls.mostFaultsTold) }
})

const faulty = {
  ar: 'في الملف صفوف لا تصح، فلم يُدعَ أحد. افحصه من جديد وصحّحها.',
  en: 'Rows of the file are not right, so nobody was invited. Check it again and correct them.',
}

export const inviteBySheet = route(calls.inviteBySheet, async (ctx, _, body) => {
  const sheet = await rowsIn(ctx, body)
  return ctx.db.transaction().execute(async (tx) => {
    await lockOrganisation(tx, ctx.organisation.id)
    const { named, faultyRows } = await checkRows(tx, ctx, sheet)
    if (faultyRows > 0) throw new Problem('WRONG_STATE', { title: faulty, cause: `${faultyRows} of ${sheet.rows.length} rows` })
    const key = `invitation organisation|${ctx.organisation.id}`
    const left = await turnsLeft(tx, { key, limits: limits.organisation, title: tooMany, now: ctx.now })
    if (left < named.length)
      throw new Problem('TOO_MANY', { title: tooMany, cause: `${named.length} of ${left}`, retryAfterSeconds: 3_600 })
    const turns = new Map([[key, named.length]])
    for (const person of named) for (const one of Object.values(keysOf(person))) turns.set(one, (turns.get(one) ?? 0) + 1)
    await takeTurns(tx, turns, ctx.now)
    const unchosen = await placeInUnit(tx, ctx, undefined)
    for (const { unitId, row: _row, ...person } of named)
      await invite(tx, ctx, person, unitId === null ? unchosen : { unit_id: unitId, is_auto_unit: false })
    await audit(tx, ctx, 'member.invitedBySheet', { facts: { invited: named.length } })
    return { invited: named.length }
  })
})
