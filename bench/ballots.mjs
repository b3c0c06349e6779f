// Processor time of one ballot with three questions of six answers: encrypting it, verifying it in the browser, and
// verifying it on the server compared with belenios-tool 2.5.1, which is found by BELENIOS_TOOL or PATH. Server and tool
// are measured in short alternating turns, so that other load on the machine affects both. The result is the median.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { root } from '#scripts/prepare.mjs'
import { computeMedian } from './support/numbers.mjs'
import { recordResult } from './support/results.mjs'

const ballotCount = Number(process.env.BALLOTS ?? 30)
const turnCount = 5
const tool = process.env.BELENIOS_TOOL ?? 'belenios-tool'

/** Bundles and loads the code of elections, because Node.js 20 cannot import TypeScript. */
async function loadElectionCode() {
  const { output } = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: { write: false, ssr: 'bench/support/ballot-election.ts', target: 'node20' },
  })
  const folder = mkdtempSync(join(tmpdir(), 'perantau-bench-'))
  try {
    const file = join(folder, 'ballot-election.mjs')
    writeFileSync(file, output[0].code)
    return await import(pathToFileURL(file).href)
  } finally {
    rmSync(folder, { recursive: true })
  }
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
  createBallotLogEntry,
  createElectionSetupLogEntry,
  buildElectionArchive,
  libsodiumGroup,
  nobleGroup,
  setUpTestElection,
} = await loadElectionCode()
const questions = ['Pengerusi', 'Setiausaha', 'Bendahari'].map(question => ({
  question,
  answers: ['Aina', 'Faris', 'Kavitha', 'Lim', 'Siti', 'Wong'],
  blank: false,
  min: 1,
  max: 1,
}))
const voters = Array.from({ length: ballotCount }, (_, voter) => voter)
const setup = setUpTestElection({ questions, trustees: 3, threshold: 2, voters: ballotCount })
const cast = voter =>
  createBallot({
    election: setup.election,
    credential: setup.secrets[voter],
    choices: questions.map((_, question) =>
      [0, 1, 2, 3, 4, 5].map(n => Number(n === (voter + question) % 6)),
    ),
  })

voters.slice(0, 5).forEach(cast)
const { done: ballots, cpuMs: castMs } = measureProcessorTime(voters, cast)
recordResult({
  part: 'encrypting a ballot of 3 questions with 6 answers, four times slower',
  reference: 'three seconds',
  ratio: (castMs * 4) / 3000,
  bar: { atMost: 1 },
  note: `${castMs.toFixed(0)} ms of processor time on this machine`,
})

/** Returns a function that measures the processor time in milliseconds in which a ballot is verified. */
function prepareVerification(group) {
  const verifier = createBallotVerifier(group, setup)
  const verify = ballot => verifier.verify(ballot).ok
  // The first ballots warm up the JIT compiler and are not measured.
  ballots.slice(0, 5).forEach(verify)
  return () => {
    const { done: verdicts, cpuMs } = measureProcessorTime(ballots, verify)
    if (verdicts.includes(false)) throw new Error('a valid ballot was rejected')
    return cpuMs
  }
}

const measureOnServer = prepareVerification(libsodiumGroup)
const browserMs = prepareVerification(nobleGroup)()
console.log(
  `encrypting a ballot ${castMs.toFixed(1)} ms, verifying it in the browser ${browserMs.toFixed(1)} ms`,
)

const hasTool = spawnSync(tool, ['--version'], { encoding: 'utf8' }).stdout?.startsWith('2.5.1')
if (hasTool) {
  const log = [createElectionSetupLogEntry(setup)]
  const emptyArchive = buildElectionArchive(log)
  for (const ballot of ballots) log.push(createBallotLogEntry(log.at(-1), ballot))
  const archive = buildElectionArchive(log)
  const turns = Array.from({ length: turnCount }, () => {
    const serverMs = measureOnServer()
    const toolMs =
      (measureProcessorTimeOfBeleniosTool(setup.uuid, archive) -
        measureProcessorTimeOfBeleniosTool(setup.uuid, emptyArchive)) /
      ballotCount
    return { serverMs, toolMs, ratio: serverMs / toolMs }
  })
  const computeMedianOfTurns = key => computeMedian(turns.map(turn => turn[key]))
  const note = `${computeMedianOfTurns('serverMs').toFixed(1)} ms instead of ${computeMedianOfTurns('toolMs').toFixed(1)} ms`
  console.log(`verifying a ballot on the server: ${note} by belenios-tool`)
  recordResult({
    part: 'verifying a ballot on the server, processor time',
    reference: 'belenios-tool 2.5.1, election verify',
    ratio: computeMedianOfTurns('ratio'),
    bar: { atMost: 3 },
    note,
  })
} else {
  console.log(`verifying a ballot on the server ${measureOnServer().toFixed(1)} ms`)
  console.log('belenios-tool 2.5.1 is not installed, so the verification has no reference')
}
