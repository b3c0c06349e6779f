// npm run bench: the parts that compare with a reference, or those that are named; one table at the end, which
// bench/results.json keeps. `--small`: with less data and shorter turns, a few minutes in all.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled } from '#scripts/prepare.mjs'
import { results } from './results.mjs'

// Before any part is loaded: in a fresh clone there is nothing yet that it could import.
await ensureInstalled()
await ensureBuilt()

const everything = [
  'commits',
  'throughput',
  'lists',
  'chat',
  'crowds',
  'messages',
  'announcement',
  'decisions',
  'start',
  'login-flood',
]
const small = ['commits', 'throughput', 'chat', 'decisions']
const isSmall = process.argv.includes('--small')
const named = process.argv.slice(2).filter(word => !word.startsWith('--'))
if (isSmall) Object.assign(process.env, { SECONDS: '1', TURNS: '3', CLIENTS: '200' })

const parts = named.length > 0 ? named : isSmall ? small : everything
const file = join(import.meta.dirname, 'results.json')
// Of a part that was run by itself the figures take the place of those it had; all others stay.
const earlier = named.length > 0 && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).results : []
/** After each part: what a run that is broken off has found is not lost. */
function keep() {
  const machine = { cores: cpus().length, memory: totalmem(), node: process.version, isSmall }
  const found = new Set(results.map(({ part }) => part))
  const all = [...earlier.filter(({ part }) => !found.has(part)), ...results]
  writeFileSync(file, `${JSON.stringify({ machine, results: all }, null, 2)}\n`)
}

for (const [index, name] of parts.entries()) {
  console.log(`\n▸ ${name} (${index + 1} of ${parts.length})`)
  await import(`./${name}.mjs`)
  if (results.length > 0) keep()
}

if (results.length > 0) {
  const limit = ({ atLeast, atMost } = {}) =>
    atLeast !== undefined ? `≥ ${atLeast}` : atMost !== undefined ? `≤ ${atMost}` : '–'
  console.log()
  console.table(
    results.map(({ part, reference, ratio, bar, isMet, note = '' }) => ({
      part,
      reference,
      ratio,
      bar: limit(bar),
      '': isMet ? 'met' : 'NOT MET',
      note,
    })),
  )
  for (const { part, reason = 'the reason is not known yet' } of results.filter(({ isMet }) => !isMet))
    console.log(`NOT MET: ${part}: ${reason}`)
}
