/** What the JavaScript programs here share: the table of jobs, each tried, and what fails said. */
import { existsSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [table, folder] = process.argv.slice(2)
export const tsa = process.env.CORPUS_TSA
export const password = process.env.CORPUS_PASSWORD
export const keyFile = (operation) => readFileSync(join(folder, `${operation === 'ec' || operation === 'again' ? 'ec' : 'rsa'}.p12`))

export async function run(carryOut) {
  for (const line of readFileSync(table, 'utf8').split('\n').filter(Boolean)) {
    const [operation, from, to] = line.split('\t')
    try {
      writeFileSync(to, await carryOut(operation, readFileSync(from)))
    } catch (reason) {
      if (existsSync(to)) unlinkSync(to)
      console.log(`no\t${to}\t${operation}: ${String(reason).replace(/\s+/g, ' ')}`)
    }
  }
}
