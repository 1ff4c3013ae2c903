import { expect, test } from 'vitest'
import { allCalls } from './areas.ts'
import { cellText, column, type Column } from './columns.ts'
import type { ListCall } from './kit.ts'

const lists = allCalls.filter(({ call }) => call.kind === 'list').map(({ name, call }) => [name, call as unknown as ListCall] as const)
const withColumns = lists.filter(([, { columns }]) => Object.keys(columns).length > 0)

test('there are lists with columns', () => expect(withColumns.length).toBeGreaterThanOrEqual(7))

test.each(withColumns)('%s shows fields that its rows have, each under a heading of its own', (_, { columns, row }) => {
  const declared = Object.entries(columns) as [string, Column][]
  const fields = declared.flatMap(([field, { arabic }]) => [field, ...(arabic ? [arabic] : [])])
  expect(fields.filter((field) => !(field in row.shape))).toEqual([])
  for (const language of ['ar', 'en'] as const) {
    const headings = declared.map(([, { heading }]) => heading[language])
    expect(new Set(headings).size, language).toBe(headings.length)
  }
})

test.each(withColumns)(
  '%s says what names a row, what tells how it is, and what stands below where its columns have no room',
  (_, { columns }) => {
    const shown = Object.values(columns as Record<string, Column>).filter(({ sheetOnly, under }) => !sheetOnly && !under)
    const below = Object.values(columns as Record<string, Column>).flatMap(({ under }) => under ?? [])
    expect(below.filter((field) => !shown.includes(columns[field]!))).toEqual([])
    const kindsOf = (part: Column['part']) => shown.filter((one) => one.part === part).map(({ kind }) => kind)
    expect(kindsOf('title')).toHaveLength(1)
    expect(['text', 'id']).toContain(kindsOf('title')[0])
    expect(kindsOf('line').length).toBeGreaterThanOrEqual(1)
    expect(kindsOf('state')).toEqual(shown.some(({ kind }) => kind === 'status') ? ['status'] : [])
  },
)

test('a cell’s text is in the reader’s language', () => {
  const row = { planName: 'Basic', planNameAr: 'الأساسية', isRead: false, state: 'paid', at: null }
  const text = (field: string, of: Column, language: 'ar' | 'en') => cellText(row, field, of, language)
  const plan = column('text', 'الباقة', 'Plan', { arabic: 'planNameAr' })
  expect([text('planName', plan, 'ar'), text('planName', plan, 'en')]).toEqual(['الأساسية', 'Basic'])
  expect([text('isRead', column('flag', '', ''), 'ar'), text('isRead', column('flag', '', ''), 'en')]).toEqual(['لا', 'No'])
  const state = column('status', '', '', { names: { paid: { ar: 'مدفوعة', en: 'Paid' } } })
  expect([text('state', state, 'ar'), text('state', state, 'en'), text('at', state, 'en')]).toEqual(['مدفوعة', 'Paid', ''])
})
