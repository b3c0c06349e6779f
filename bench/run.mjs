// npm run bench: runs all benchmarks that compare with a reference, or those named as arguments, and prints one table.
// bench/results.json stores the results. `--small` uses less data and shorter turns, a few minutes in all.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled } from '#scripts/prepare.mjs'
import { results } from './support/results.mjs'

// Packages must be installed before a benchmark is imported, because a fresh clone has none.
await ensureInstalled()
await ensureBuilt()

const allBenchmarks = [
  'commits',
  'throughput',
  'lists',
  'segments',
  'fees',
  'ballots',
  'chat',
  'crowds',
  'messages',
  'announcement',
  'decisions',
  'start',
  'login-flood',
  'lookups',
]
const smallBenchmarks = ['commits', 'throughput', 'chat', 'decisions']
const isSmall = process.argv.includes('--small')
const requested = process.argv.slice(2).filter(argument => !argument.startsWith('--'))
if (isSmall) Object.assign(process.env, { SECONDS: '1', TURNS: '3', CLIENTS: '200' })

const parts = requested.length > 0 ? requested : isSmall ? smallBenchmarks : allBenchmarks
const file = join(import.meta.dirname, 'results.json')
// Running single benchmarks replaces only their own results; all other stored results are kept.
const storedResults =
  requested.length > 0 && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).results : []
/** Saves after each benchmark, so that an aborted run keeps its results. */
function saveResults() {
  const machine = { cores: cpus().length, memory: totalmem(), node: process.version, isSmall }
  const measuredParts = new Set(results.map(({ part }) => part))
  const all = [...storedResults.filter(({ part }) => !measuredParts.has(part)), ...results]
  writeFileSync(file, `${JSON.stringify({ machine, results: all }, null, 2)}\n`)
}

for (const [index, name] of parts.entries()) {
  console.log(`\n▸ ${name} (${index + 1} of ${parts.length})`)
  await import(`./${name}.mjs`)
  if (results.length > 0) saveResults()
}

if (results.length > 0) {
  const formatBar = ({ atLeast, atMost } = {}) =>
    atLeast !== undefined ? `≥ ${atLeast}` : atMost !== undefined ? `≤ ${atMost}` : '–'
  console.log()
  console.table(
    results.map(({ part, reference, ratio, bar, isMet, note = '' }) => ({
      part,
      reference,
      ratio,
      bar: formatBar(bar),
      '': isMet ? 'met' : 'NOT MET',
      note,
    })),
  )
  for (const { part, reason = 'the reason is not known yet' } of results.filter(({ isMet }) => !isMet))
    console.log(`NOT MET: ${part}: ${reason}`)
}
