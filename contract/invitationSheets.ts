/** Invitations by spreadsheet: a template, a check of every row, and all of them or none. */
import { z } from 'zod'
import type { Words } from './columns.ts'
import { call } from './kit.ts'
import { xlsx } from './lists.ts'
import { sheetLimits } from './limits.ts'

const makers = { org: ['enrolmentAdmin'] } as const

/** The columns of the template, in their order; a sheet may have them in any, under their Arabic or English heading. */
export const sheetColumns = ['nationalID', 'fullName', 'email', 'mobileNo', 'userType', 'employeeId', 'unit'] as const
export type SheetColumn = (typeof sheetColumns)[number]
export const sheetHeadings: Record<SheetColumn, Words> = {
  nationalID: { ar: 'رقم الهوية', en: 'National ID' },
  fullName: { ar: 'الاسم', en: 'Name' },
  email: { ar: 'البريد الإلكتروني', en: 'E-mail' },
  mobileNo: { ar: 'الجوال', en: 'Mobile' },
  userType: { ar: 'الدور', en: 'Role' },
  employeeId: { ar: 'الرقم الوظيفي', en: 'Employee number' },
  unit: { ar: 'الوحدة', en: 'Unit' },
}
/** Without these columns a sheet names nobody. */
export const neededColumns: readonly SheetColumn[] = ['nationalID', 'fullName', 'email', 'mobileNo']

/** Rows with something wrong are told one by one up to here. */
export const mostFaultsTold = 500

export const SheetCheck = z.object({
  /** People that the sheet names. */
  rows: z.int(),
  /** Of them, those who cannot be invited as they stand. */
  faultyRows: z.int(),
  /** What is wrong, in the order of the rows; `row` as a spreadsheet numbers it, `column` null where it is the row as a whole. */
  faults: z.array(z.object({ row: z.int(), column: z.enum(sheetColumns).nullable(), value: z.string(), message: z.string() })),
})

export const downloadInvitationTemplate = call({
  path: 'GET /api/v1/user/org/uav/sheet/template',
  summary: 'An empty spreadsheet for invitations, with its headings in the caller’s language.',
  access: makers,
  output: { bytes: xlsx },
})

const sheet = {
  access: makers,
  refuses: ['REFUSED_DOCUMENT', 'WRONG_STATE', 'TOO_MANY'],
  body: { bytes: 'application/octet-stream', maxBytes: sheetLimits.bytes },
} as const

export const checkInvitationSheet = call({
  path: 'POST /api/v1/user/org/uav/sheet/check',
  summary: 'Checks every row of a spreadsheet of invitations (.xlsx or CSV), and invites nobody.',
  ...sheet,
  whenFull: true,
  refuses: ['REFUSED_DOCUMENT', 'TOO_MANY'],
  output: SheetCheck,
})

export const inviteBySheet = call({
  path: 'POST /api/v1/user/org/uav/sheet/invite',
  summary: 'Invites everybody whom a spreadsheet names, or, where one row is wrong, nobody.',
  ...sheet,
  stepUp: true,
  output: z.object({ invited: z.int() }),
})
