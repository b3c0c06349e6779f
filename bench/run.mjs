// npm run bench: the parts that compare with a reference, or those that are named; one table at the end, which
// bench/results.json keeps. `--small`: with less data and shorter turns, a few minutes in all.
import { writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { results } from './results.mjs'

const all = [
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

const parts = named.length > 0 ? named : isSmall ? small : all
for (const [index, name] of parts.entries()) {
  console.log(`\n▸ ${name} (${index + 1} of ${parts.length})`)
  await import(`./${name}.mjs`)
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
  const machine = { cores: cpus().length, memory: totalmem(), node: process.version, isSmall }
  const file = join(import.meta.dirname, 'results.json')
  writeFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), machine, results }, null, 2)}\n`)
}
