// npm run test:ballots: compares shared/ballot with belenios-tool 2.5.1 and prints the verdicts of both by kind of mutation.
// It also compares the server's verification of ballots with that of browsers.
// BELENIOS_TOOL names the command unless it is in PATH. BALLOT_ELECTIONS and BALLOT_MUTATIONS (per kind) set the amount.
// Arguments go to vitest: `npm run test:ballots -- -t 'change of tally'` runs one kind. BALLOT_VERDICTS names a file that
// collects the verdicts of several such runs.
import './node-version.mjs'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const { ensureInstalled, exitWithError, runCommand, runTool } = await import('./prepare.mjs')

await ensureInstalled()
const tool = await runCommand(process.env.BELENIOS_TOOL ?? 'belenios-tool', ['--version'])
if (!tool.output.startsWith('2.5.1'))
  exitWithError(
    'ballots: belenios-tool 2.5.1 was not found. Set BELENIOS_TOOL to its path (decision 054 says how to build it).',
  )

const folder = mkdtempSync(join(tmpdir(), 'perantau-verdicts-'))
const file = process.env.BALLOT_VERDICTS ?? join(folder, 'verdicts.jsonl')
const env = { BALLOT_ELECTIONS: '20', BALLOT_MUTATIONS: '115', ...process.env, BALLOT_VERDICTS: file }
const tests = [
  'shared/ballot/interoperability.test.ts',
  'shared/ballot/attacks.test.ts',
  'server/features/elections/ballot-verification/libsodium-group.test.ts',
]
const args = ['run', ...tests, ...process.argv.slice(2)]
const { ok } = await runTool('vitest/vitest.mjs', args, { loud: true, env })

/** Verdicts by kind of mutation: `failed` is the failing check of Perantau, `tool` whether belenios-tool accepted. */
const rows = {}
const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
for (const { kind, failed, tool: isAccepted } of lines.map(line => JSON.parse(line))) {
  rows[kind] ??= {
    mutations: 0,
    rejected: 0,
    'rejected by the tool': 0,
    'only by the tool': 0,
    'failing checks': '',
  }
  const row = rows[kind]
  row.mutations++
  if (failed) row.rejected++
  if (!isAccepted) row['rejected by the tool']++
  if (!failed && !isAccepted) row['only by the tool']++
  if (failed && !row['failing checks'].split(', ').includes(failed))
    row['failing checks'] = [row['failing checks'], failed].filter(Boolean).join(', ')
}
console.table(rows)
rmSync(folder, { recursive: true })
if (!ok) exitWithError('ballots: failed')
