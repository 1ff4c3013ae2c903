/** What one more list costs in lines: its contract, its query, what its screen has for it, and its texts in both languages. */
import { expect, test } from 'vitest'
import { isTest, sources, type Source } from './sources.ts'

const product = sources().filter((source) => /^(contract|server|web)\/.*\.tsx?$/.test(source.path) && !isTest(source))

/** The statements of a file that begin at its margin, each with the comment above it. */
const statementsOf = ({ text }: Source): string[] =>
  text.split(/\n(?=(?:import|export|const|function|async|type|interface)\b)/).map((statement) => statement.replaceAll(/\n\s*(?=\n|$)/g, ''))
const linesOf = (statement: string) => statement.split('\n').length

const declared = (name: string, kind: 'list' | 'listRoute', folder: string) =>
  product
    .filter(({ path }) => path.startsWith(folder))
    .flatMap(statementsOf)
    .find((statement) => statement.startsWith(`export const ${name} = ${kind}(`))

function costOf(screen: Source) {
  const name = /useList\((?:calls\.)?(\w+)/.exec(screen.text)?.[1] ?? ''
  const contract = declared(name, 'list', 'contract/')
  const route = declared(name, 'listRoute', 'server/')
  if (!contract || !route) return undefined
  const rows = /^export const \w+ = listRoute\([^,]+,\s*(\w+)[,)]/.exec(route)?.[1]
  const file = product.find(({ text }) => text.includes(`export const ${name} = listRoute(`))!
  const query = statementsOf(file).filter(
    (one) => one === route || (rows && new RegExp(`^(?:export )?(?:const|function) ${rows}\\b`).test(one)),
  )
  const own = statementsOf(screen).filter((one) => one.includes('<ListTable') || /^(?:const|function) (?:cells|useCells)\b/.test(one))
  const said = own.join('\n')
  const imports = statementsOf(screen).filter((one) =>
    /^import\b/.test(one)
      ? [...one.replace(/ from .*/s, '').matchAll(/\w+/g)].some(([word]) => new RegExp(`\\b${word}\\b`).test(said))
      : false,
  )
  const texts = new Set([...said.matchAll(/\bt\('([\w.:]+)'/g)].map(([, key]) => key)).size * 2
  return { name, lines: [contract, ...query, ...own, ...imports].reduce((sum, one) => sum + linesOf(one), 0) + texts }
}

test('in the middle it is at most ninety', () => {
  const costs = product
    .filter(({ path }) => path.startsWith('web/'))
    .flatMap((screen) => costOf(screen) ?? [])
    .toSorted((a, b) => a.lines - b.lines)
  expect(costs.length).toBeGreaterThan(25)
  console.log(costs.map(({ name, lines }) => `${lines}\t${name}`).join('\n'))
  expect(costs[Math.floor(costs.length / 2)]!.lines).toBeLessThanOrEqual(90)
  expect(costs.filter(({ lines }) => lines <= 90).length / costs.length).toBeGreaterThan(0.8)
})
