// Approving a thousand applicants in batches, compared with approving them one by one.
// Eight concurrent registrations, compared with only hashing their passwords, which is the unavoidable part.
import { hash } from '@node-rs/argon2'
import { connectToDatabase, signInDemoAccount } from './support/many-members.mjs'
import { computeMedian } from './support/numbers.mjs'
import { startServer } from './support/program.mjs'
import { recordResult } from './support/results.mjs'

const people = 1000
/** Maximum number of applicants that one request may approve. */
const batchSize = 200
const singleCount = 200
const turns = 3

const program = await startServer({ env: { LOGIN_LIMITS: '1000/1,1000/1', REGISTER_LIMIT: '100000/1' } })
const client = await connectToDatabase(program)
const cookie = await signInDemoAccount(program.url)

async function postJson(path, body, headers = {}) {
  const response = await fetch(program.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: program.url, ...headers },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response
}

async function measureTime(work) {
  const start = performance.now()
  await work()
  return performance.now() - start
}

let applicantCount = 0
async function insertApplicants(count) {
  const { rows } = await client.query(
    `insert into users (username, email, full_name, status, current_country)
     select 'calon' || n, 'calon' || n || '@contoh.test', 'Calon Ahli ' || n, 'pending', 'Japan'
       from generate_series($1::int, $2::int) n returning id`,
    [applicantCount + 1, applicantCount + count],
  )
  applicantCount += count
  return rows.map(({ id }) => id)
}

const approvals = []
for (let turn = 0; turn < turns; turn++) {
  const [batchIds, singleIds] = [await insertApplicants(people), await insertApplicants(singleCount)]
  const batchMs = await measureTime(async () => {
    for (let from = 0; from < people; from += batchSize) {
      await postJson('/api/users/approve', { ids: batchIds.slice(from, from + batchSize) }, { cookie })
    }
  })
  const singleMs = await measureTime(async () => {
    for (const id of singleIds) await postJson(`/api/users/${id}/approve`, {}, { cookie })
  })
  approvals.push(singleMs / singleCount / (batchMs / people))
}
recordResult({
  part: `approving ${people} applicants, ${batchSize} per request, approvals a second`,
  reference: 'one applicant per request',
  ratio: computeMedian(approvals),
  bar: { atLeast: 10 },
})

/** Runs `count` tasks with eight in flight at any time and returns the total time. */
async function runEightConcurrently(count, work) {
  const remaining = Array.from({ length: count }, (_, n) => n)[Symbol.iterator]()
  const runNextItems = async () => {
    for (const n of remaining) await work(n)
  }
  return measureTime(() => Promise.all(Array.from({ length: 8 }, runNextItems)))
}

// Argon2 parameters, which must equal those in server/identity/password.ts.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const registrations = []
let registered = 0
for (let turn = 0; turn < turns; turn++) {
  const count = 100
  const registrationMs = await runEightConcurrently(count, () => {
    const n = registered++
    return postJson('/api/auth/register', {
      email: `daftar${n}@contoh.test`,
      password: 'ombak-biru-77',
      fullName: `Pendaftar ${n}`,
      currentCountry: 'Japan',
    })
  })
  const hashMs = await runEightConcurrently(count, n => hash(`ombak-biru-${n}`, cost))
  registrations.push(hashMs / registrationMs)
}
recordResult({
  part: 'registering, 8 at a time, registrations a second',
  reference: 'argon2 alone, 8 at a time',
  ratio: computeMedian(registrations),
  bar: { atLeast: 0.8 },
  reason:
    'besides hashing, a registration validates, checks for duplicates, records an audit event and notifies approvers: some thirty statements on the same cores',
})
await client.end()
await program.stop()
