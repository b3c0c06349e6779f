// Letting a thousand people in at once beside one after the other, and registering, eight at a time, beside the part of it
// that cannot be had for less: hashing the password.
import { hash } from '@node-rs/argon2'
import { connect, signIn } from './many-members.mjs'
import { median } from './numbers.mjs'
import { startProgram } from './program.mjs'
import { record } from './results.mjs'

const people = 1000
/** The most that one call takes. */
const atOnce = 200
const oneByOne = 200
const turns = 3

const program = await startProgram({ env: { LOGIN_LIMITS: '1000/1,1000/1', REGISTER_LIMIT: '100000/1' } })
const client = await connect(program)
const cookie = await signIn(program.url)

async function post(path, body, headers = {}) {
  const answer = await fetch(program.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: program.url, ...headers },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer
}

async function measure(work) {
  const start = performance.now()
  await work()
  return performance.now() - start
}

let made = 0
async function apply(count) {
  const { rows } = await client.query(
    `insert into users (username, email, full_name, status, current_country)
     select 'calon' || n, 'calon' || n || '@contoh.test', 'Calon Ahli ' || n, 'pending', 'Japan'
       from generate_series($1::int, $2::int) n returning id`,
    [made + 1, made + count],
  )
  made += count
  return rows.map(({ id }) => id)
}

const approvals = []
for (let turn = 0; turn < turns; turn++) {
  const [many, few] = [await apply(people), await apply(oneByOne)]
  const together = await measure(async () => {
    for (let from = 0; from < people; from += atOnce) {
      await post('/api/users/approve', { ids: many.slice(from, from + atOnce) }, { cookie })
    }
  })
  const single = await measure(async () => {
    for (const id of few) await post(`/api/users/${id}/approve`, {}, { cookie })
  })
  approvals.push(single / oneByOne / (together / people))
}
record({
  part: `letting in ${people} people, ${atOnce} a call, people a second`,
  reference: 'one after the other',
  ratio: median(approvals),
  bar: { atLeast: 10 },
})

/** Eight under way all the time. */
async function eight(count, work) {
  const left = Array.from({ length: count }, (_, n) => n)[Symbol.iterator]()
  const one = async () => {
    for (const n of left) await work(n)
  }
  return measure(() => Promise.all(Array.from({ length: 8 }, one)))
}

// As server/identity/password.ts has it.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const registrations = []
let registered = 0
for (let turn = 0; turn < turns; turn++) {
  const count = 100
  const ours = await eight(count, () => {
    const n = registered++
    return post('/api/auth/register', {
      email: `daftar${n}@contoh.test`,
      password: 'ombak-biru-77',
      fullName: `Pendaftar ${n}`,
      currentCountry: 'Japan',
    })
  })
  const bare = await eight(count, n => hash(`ombak-biru-${n}`, cost))
  registrations.push(bare / ours)
}
record({
  part: 'registering, 8 at a time, people a second',
  reference: 'argon2 alone, 8 at a time',
  ratio: median(registrations),
  bar: { atLeast: 0.8 },
  reason:
    'beside the hash a registration is judged, compared, recorded and told to those who decide, some thirty statements on the cores that the hash has to itself',
})
await client.end()
await program.stop()
