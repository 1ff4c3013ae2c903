/**
 * Validates signed files in a process that does nothing else and goes on, for `wholeWay`: the CPU time of each file that it never saw, of an
 * authority whose others it saw. Arguments: the folder, with `root.cer`, and `earlier-*` and `measured-*` files.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { validateDocument } from '#pki/validation/document.ts'
import { readCertificate } from '#pki/x509/certificate.ts'

const [folder, warm] = process.argv.slice(2) as [string, string]
const read = (name: string) => readFileSync(join(folder, name))
const root = readCertificate(read('root.cer'))
const filesOf = (kind: string) =>
  readdirSync(folder)
    .filter((name) => name.startsWith(kind))
    .map(read)
const [earlier, measured] = [filesOf('earlier-'), filesOf('measured-')]
const validate = (signed: Buffer) => validateDocument(signed, { anchors: [root], at: new Date() })

for (let i = 0; i < Number(warm); i++) validate(earlier[i % earlier.length]!)
const before = process.cpuUsage()
const passed = measured.filter((signed) => validate(signed).indication === 'TOTAL-PASSED').length
const { user, system } = process.cpuUsage(before)
if (passed < measured.length) throw new Error('not all are verified')
process.send!((user + system) / 1000 / measured.length)
