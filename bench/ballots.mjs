// Processor time of one ballot with three questions of six answers: encrypting it, and verifying it compared with
// belenios-tool 2.5.1, which is found by BELENIOS_TOOL or PATH.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { root } from '#scripts/prepare.mjs'
import { recordResult } from './support/results.mjs'

const ballotCount = Number(process.env.BALLOTS ?? 30)
const tool = process.env.BELENIOS_TOOL ?? 'belenios-tool'

/** Bundles and loads the TypeScript code of elections, because Node.js 20 cannot import TypeScript. */
async function loadElectionCode() {
  const { output } = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: { write: false, ssr: 'bench/support/ballot-election.ts', target: 'node20' },
  })
  return import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString('base64')}`)
}

/** Runs work for each item and returns its results and the processor time of one item in milliseconds. */
function measureProcessorTime(items, work) {
  const before = process.cpuUsage()
  const done = items.map(work)
  const { user, system } = process.cpuUsage(before)
  return { done, cpuMs: (user + system) / 1000 / items.length }
}

/** Processor time in milliseconds in which belenios-tool verifies an archive. */
function measureProcessorTimeOfBeleniosTool(uuid, archive) {
  const folder = mkdtempSync(join(tmpdir(), 'perantau-bench-'))
  try {
    writeFileSync(join(folder, `${uuid}.bel`), archive)
    const script = `TIMEFORMAT='cpu %U %S'; time "$0" election verify --dir "$1"`
    const { status, stderr } = spawnSync('bash', ['-c', script, tool, folder], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C' },
    })
    if (status !== 0) throw new Error(`belenios-tool rejects the archive: ${stderr}`)
    const [, user, system] = stderr.match(/cpu ([\d.]+) ([\d.]+)/)
    return (Number(user) + Number(system)) * 1000
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const {
  createBallot,
  createBallotVerifier,
  createBallotEntry,
  createSetupEntry,
  buildArchive,
  setUpElection,
} = await loadElectionCode()
const questions = ['Pengerusi', 'Setiausaha', 'Bendahari'].map(question => ({
  question,
  answers: ['Aina', 'Faris', 'Kavitha', 'Lim', 'Siti', 'Wong'],
  blank: false,
  min: 1,
  max: 1,
}))
const voters = Array.from({ length: ballotCount }, (_, voter) => voter)
const setup = setUpElection({ questions, trustees: 3, threshold: 2, voters: ballotCount })
const cast = voter =>
  createBallot({
    election: setup.election,
    credential: setup.secrets[voter],
    choices: questions.map((_, question) =>
      [0, 1, 2, 3, 4, 5].map(n => Number(n === (voter + question) % 6)),
    ),
  })
const verifier = createBallotVerifier(setup)
const verify = ballot => verifier.verify(ballot).ok
// The first ballots warm up the JIT compiler and are not measured.
for (const voter of voters.slice(0, 5)) verify(cast(voter))

const { done: ballots, cpuMs: castMs } = measureProcessorTime(voters, cast)
const { done: verdicts, cpuMs: verifyMs } = measureProcessorTime(ballots, verify)
if (verdicts.includes(false)) throw new Error('a valid ballot was rejected')
console.log(
  `encrypting a ballot ${castMs.toFixed(1)} ms, verifying it ${verifyMs.toFixed(1)} ms (${(1000 / verifyMs).toFixed(0)} per second and core)`,
)
recordResult({
  part: 'encrypting a ballot of 3 questions with 6 answers, four times slower',
  reference: 'three seconds',
  ratio: (castMs * 4) / 3000,
  bar: { atMost: 1 },
  note: `${castMs.toFixed(0)} ms of processor time on this machine`,
})

const hasTool = spawnSync(tool, ['--version'], { encoding: 'utf8' }).stdout?.startsWith('2.5.1')
if (hasTool) {
  const log = [createSetupEntry(setup)]
  const emptyArchive = buildArchive(log)
  for (const ballot of ballots) log.push(createBallotEntry(log.at(-1), ballot))
  const toolMs =
    (measureProcessorTimeOfBeleniosTool(setup.uuid, buildArchive(log)) - measureProcessorTimeOfBeleniosTool(setup.uuid, emptyArchive)) / ballotCount
  console.log(`belenios-tool verifies a ballot in ${toolMs.toFixed(1)} ms`)
  recordResult({
    part: 'verifying a ballot, processor time',
    reference: 'belenios-tool 2.5.1, election verify',
    ratio: verifyMs / toolMs,
    bar: { atMost: 3 },
    reason: 'belenios-tool computes on the curve with libsodium, we with integers of any size in JavaScript',
    note: `${verifyMs.toFixed(1)} ms instead of ${toolMs.toFixed(1)} ms`,
  })
} else {
  console.log('belenios-tool 2.5.1 is not installed, so the verification has no reference')
}
