/** On a fresh machine no test fails for want of a program. */
import { expect, test } from 'vitest'
import { isTest, sources } from './sources.ts'
import { tools } from './tools.ts'

/** In every Debian, or asked for nowhere else than where they are. */
const ofTheSystem = ['sh', 'env', 'chown', 'apt-get', 'dpkg-query', 'npm', 'mount', 'umount']

test('whatever program a test starts is among those that a run brings along', () => {
  const brought = new Set([...ofTheSystem, ...tools.flatMap(({ names }) => names)])
  const started = sources()
    .filter((source) => isTest(source) && source.path.endsWith('.ts'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\b(?:execFile|execFileSync|spawn|spawnSync|run|judge)\(\s*'([a-z][\w.-]*)'/g)].map(([, name]) => ({
        path,
        name: name!,
      })),
    )
  expect(started.map(({ name }) => name)).toEqual(expect.arrayContaining(['openssl', 'faketime', 'pdftotext']))
  expect(started.filter(({ name }) => !brought.has(name))).toEqual([])
})
