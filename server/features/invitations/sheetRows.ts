/** What a spreadsheet of invitations says, row by row, and what is wrong with it. */
import { z } from 'zod'
import { createAccountRequest } from '#contract/invitations.ts'
import { neededColumns, type SheetCheck, type SheetColumn, sheetColumns, sheetHeadings } from '#contract/invitationSheets.ts'
import type { OrgRole } from '#contract/kit.ts'
import { sheetLimits } from '#contract/limits.ts'
import { orgRoles, orgRoleWords } from '#contract/members.ts'
import { addSeconds } from '#server/platform/clock.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import type { ActingOrganisation, Caller, Ctx } from '#server/platform/http/context.ts'
import { fieldErrors } from '#server/platform/http/fieldErrors.ts'
import { Problem } from '#server/platform/problems.ts'
import { readSheet } from '#server/platform/sheets/readSheet.ts'
import { type SheetFault, SheetRefused, type SheetRow } from '#server/platform/sheets/table.ts'
import { countTurnsOf } from '#server/platform/throttle.ts'
import { known, limits, tooMany, type Typed } from './requests.ts'

type Acting = Ctx<Caller, ActingOrganisation>
type Sentence = { ar: string; en: string }
type Fault = z.output<typeof SheetCheck>['faults'][number]
/** Somebody whom a row names, as they can be invited. */
export type Named = Typed & { row: number; unitId: number | null }

const unpackedOctets = 30_000_000
const longestCell = 300

const refusals: Record<SheetFault, Sentence> = {
  unknown: { ar: 'ارفع ملف Excel بصيغة ‎.xlsx أو ملف CSV.', en: 'Upload an Excel file (.xlsx) or a CSV file.' },
  protected: {
    ar: 'الملف محمي بكلمة مرور أو بصيغة Excel القديمة. احفظه بصيغة ‎.xlsx دون كلمة مرور ثم ارفعه.',
    en: 'The file is protected by a password or in Excel’s old format. Save it as .xlsx without a password and upload that.',
  },
  damaged: {
    ar: 'تعذّرت قراءة الملف. احفظ نسخة جديدة منه ثم ارفعها.',
    en: 'The file cannot be read. Save a new copy of it and upload that.',
  },
  tooManyRows: {
    ar: `في الملف أكثر من ${sheetLimits.rows} صف. قسّمه إلى ملفين.`,
    en: `The file has more than ${sheetLimits.rows.toLocaleString('en')} rows. Split it into two.`,
  },
  tooLarge: {
    ar: 'في الملف أكثر مما يلزم لقائمة كهذه. انسخ الصفوف إلى القالب ثم ارفعه.',
    en: 'The file holds far more than such a list needs. Copy the rows into the template and upload that.',
  },
}

const refused = (title: Sentence, cause: string) => new Problem('REFUSED_DOCUMENT', { title, cause })

/** @throws Problem REFUSED_DOCUMENT with a sentence that says why */
export async function readRows(bytes: Buffer): Promise<{ columns: Map<SheetColumn, number>; rows: SheetRow[] }> {
  const [heading, ...rows] = await readSheet(bytes, {
    rows: sheetLimits.rows + 1,
    columns: 40,
    characters: longestCell,
    unpacked: unpackedOctets,
  }).catch((error: unknown) => {
    if (error instanceof SheetRefused) throw refused(refusals[error.code], `${error.code}: ${error.message}`)
    throw error
  })
  const columns = columnsIn(heading?.cells ?? [])
  const missing = neededColumns.filter((column) => !columns.has(column))
  if (missing.length > 0) {
    const list = (language: keyof Sentence) => missing.map((column) => sheetHeadings[column][language])
    throw refused(
      {
        ar: `لم نجد في الصف الأول: ${list('ar').join('، ')}. استخدم عناوين القالب كما هي.`,
        en: `The first row lacks: ${list('en').join(', ')}. Use the headings of the template as they are.`,
      },
      'headings are missing',
    )
  }
  if (rows.length === 0) throw refused({ ar: 'لا صفوف تحت العناوين.', en: 'There are no rows below the headings.' }, 'nobody is named')
  return { columns, rows }
}

/** A heading whatever its case, its spaces and its marks. */
const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

function columnsIn(heading: readonly string[]): Map<SheetColumn, number> {
  const names = new Map(
    sheetColumns.flatMap((column) => Object.values(sheetHeadings[column]).map((name) => [plain(name), column] as const)),
  )
  const found = new Map<SheetColumn, number>()
  for (const [at, cell] of heading.entries()) {
    const column = names.get(plain(cell))
    if (column && !found.has(column)) found.set(column, at)
  }
  return found
}

const roles = new Map(orgRoles.flatMap((role) => [role, ...Object.values(orgRoleWords[role])].map((name) => [plain(name), role] as const)))
const { nationalID, fullName, email, mobileNo, employeeId } = createAccountRequest.body
const schema = z.object({ nationalID, fullName, email, mobileNo, employeeId })

const sentences = {
  role: {
    ar: `اكتب أحد هذه الأدوار: ${orgRoles.map((role) => orgRoleWords[role].ar).join('، ')}.`,
    en: `Write one of these roles: ${orgRoles.map((role) => orgRoleWords[role].en).join(', ')}.`,
  },
  unit: { ar: 'لا وحدة نشطة بهذا الاسم في المنشأة.', en: 'The organisation has no active unit of this name.' },
  twice: { ar: 'هذا الرقم في صف آخر قبله.', en: 'Another row before this one has the same number.' },
}

/** @returns those who can be invited, and what is wrong with the others; a person is in one of the two */
export async function checkRows(db: Queryable, ctx: Acting, { columns, rows }: Awaited<ReturnType<typeof readRows>>) {
  const { units, hashes, numbers } = await livingIn(db, ctx)
  const faults: Fault[] = []
  const named: Named[] = []
  const seen = { nationalID: new Set<string>(), employeeId: new Set<string>() }
  for (const { number: row, cells } of rows) {
    const valueOf = (column: SheetColumn) => cells[columns.get(column) ?? -1] ?? ''
    const before = faults.length
    const fault = (column: SheetColumn | null, sentence: Sentence) =>
      void faults.push({ row, column, value: column ? valueOf(column) : '', message: sentence[ctx.language] })
    // A number that a spreadsheet took for a quantity has lost its leading zero.
    const typed = {
      nationalID: valueOf('nationalID'),
      fullName: valueOf('fullName'),
      email: valueOf('email'),
      mobileNo: valueOf('mobileNo').replace(/^5(?=\d{8}$)/, '05'),
      employeeId: valueOf('employeeId'),
    }
    const decoded = z.safeDecode(schema, typed)
    if (!decoded.success)
      for (const { field, message } of fieldErrors(decoded.error.issues, typed, ctx.language))
        faults.push({ row, column: field as SheetColumn, value: valueOf(field as SheetColumn), message })
    const role: OrgRole | undefined = valueOf('userType') === '' ? 'organizationUser' : roles.get(plain(valueOf('userType')))
    if (!role) fault('userType', sentences.role)
    const unitId = valueOf('unit') === '' ? null : units.get(plain(valueOf('unit')))
    if (unitId === undefined) fault('unit', sentences.unit)
    if (!decoded.success || !role || unitId === undefined) continue
    const person = { ...decoded.data, userType: role, row, unitId }
    if (seen.nationalID.has(person.nationalID)) fault('nationalID', sentences.twice)
    else if (hashes.has(ctx.app.secrets.lookUp(person.nationalID).toString('hex'))) fault('nationalID', known.nationalID)
    if (person.employeeId !== '') {
      if (seen.employeeId.has(person.employeeId)) fault('employeeId', sentences.twice)
      else if (numbers.has(person.employeeId)) fault('employeeId', known.employeeId)
    }
    for (const column of ['nationalID', 'employeeId'] as const) seen[column].add(person[column])
    if (faults.length === before) named.push(person)
  }
  const crowded = await crowdedIn(db, ctx, named)
  for (const { row, ...person } of crowded) faults.push({ row, ...person, message: tooMany[ctx.language] })
  const rowsAtFault = new Set(faults.map(({ row }) => row))
  return {
    named: named.filter(({ row }) => !rowsAtFault.has(row)),
    faults: faults.toSorted((a, b) => a.row - b.row),
    faultyRows: rowsAtFault.size,
  }
}

/** Units that can be chosen, and who belongs to the organisation or was invited to it. */
async function livingIn(db: Queryable, { organisation }: Acting) {
  const units = await db
    .selectFrom('organisation_unit')
    .select(['id', 'name_ar', 'name_en'])
    .where('organisation_id', '=', organisation.id)
    .where('status', '=', 'approved')
    .where('active', '=', true)
    .execute()
  const members = await db
    .selectFrom('membership as m')
    .leftJoin('person as p', 'p.id', 'm.person_id')
    .select(['p.national_id_hash as own', 'm.national_id_hash as invited', 'm.employee_number'])
    .where('m.organisation_id', '=', organisation.id)
    .where('m.status', 'in', ['initiated', 'pending', 'approved'])
    .execute()
  return {
    units: new Map(units.flatMap(({ id, name_ar, name_en }) => [[plain(name_ar), id] as const, [plain(name_en), id] as const])),
    hashes: new Set(members.flatMap(({ own, invited }) => [own, invited].flatMap((hash) => (hash ? [hash.toString('hex')] : [])))),
    numbers: new Set(members.map(({ employee_number }) => employee_number)),
  }
}

/** Under which keys invitations to somebody are counted. */
export const keysOf = ({ email: mailbox, mobileNo: mobile }: Pick<Typed, 'email' | 'mobileNo'>) => ({
  mobileNo: `invitation mobile|${mobile}`,
  email: `invitation email|${mailbox}`,
})

/** Those to whose phone or mailbox too many invitations went already, or would with this sheet. */
async function crowdedIn(db: Queryable, { now }: Acting, named: readonly Named[]) {
  const { seconds } = limits.mobile[0]!
  const counts = await countTurnsOf(
    db,
    named.flatMap((person) => Object.values(keysOf(person))),
    addSeconds(now, -seconds),
  )
  const most = { mobileNo: limits.mobile[0]!.most, email: limits.email[0]!.most }
  return named.flatMap((person) => {
    const keys = keysOf(person)
    return (['mobileNo', 'email'] as const).flatMap((column) => {
      const count = (counts.get(keys[column]) ?? 0) + 1
      counts.set(keys[column], count)
      return count > most[column] ? [{ row: person.row, column, value: person[column] }] : []
    })
  })
}
