// Database lookups of every request or client start, each compared with the same lookup without one of its parts.
// First part: the offices of the signed-in user (`held_offices`).
// Second part: whether the user's encryption keys are used (`haveEncryptionKeysEverBeenUsed`).
// The compared variants alternate, so that other load affects all of them. The result is the median over the turns.
import { createHash, randomBytes } from 'node:crypto'
import { connectToDatabase, insertMembers } from './support/many-members.mjs'
import { computeMedian } from './support/numbers.mjs'
import { startServer } from './support/program.mjs'
import { recordResult } from './support/results.mjs'

const members = 10_000
const turns = Number(process.env.TURNS ?? 400)
/** Encrypted groups of a member: one full club of 500 members, and smaller groups of 50. */
const groupSizes = [500, ...Array(19).fill(50)]

const program = await startServer()
const client = await connectToDatabase(program)
await insertMembers(client, members)

/** Creates a session of the member `bench<n>`. */
async function createSession(n) {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest('base64url')
  const { rows } = await client.query(
    `insert into sessions (user_id, token, expires_at)
     select id, $2, now() + interval '1 day' from users where username = $1 returning user_id as "userId"`,
    [`bench${n}`, hash],
  )
  return { hash, cookie: `session=${token}`, userId: rows[0].userId }
}

async function measureTime(work) {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Measures the compared variants in alternating turns and returns the median time of each in milliseconds. */
async function compareVariants(sides) {
  const times = sides.map(() => [])
  for (let turn = -10; turn < turns; turn++) {
    for (const [index, work] of sides.entries()) {
      const time = await measureTime(work)
      if (turn >= 0) times[index].push(time)
    }
  }
  return times.map(computeMedian)
}

/** Inserts three offices of the club for every member, and three earlier terms that have ended. */
async function insertOffices() {
  await client.query('set session_replication_role = replica')
  await client.query(
    `insert into appointments (user_id, office, club_id, starts_on, ends_on, time_zone, ended_at)
     select u.id, o.office, u.club_id, current_date - 30 - t.age, current_date + 30 - t.age, 'Asia/Tokyo',
            case when t.age > 0 then now() - interval '300 days' end
       from users u cross join (values ('treasurer'), ('returning_officer'), ('event_lead')) o (office)
            cross join (values (0), (365)) t (age)
      where u.club_id is not null and u.username like 'bench%'`,
  )
  await client.query('set session_replication_role = origin')
  await client.query('vacuum analyze appointments')
}

/** Measures the lookup of a session with and without the offices, as prepared statements on one connection. */
async function measureLookupOfOffices({ hash }) {
  const buildLookup = columns => ({
    text: `select u.id, u.role, u.status, u.club_id, u.current_country${columns}
             from sessions s join users u on u.id = s.user_id where s.token = $1 and s.expires_at > now()`,
    values: [hash],
  })
  const bare = { name: 'bare', ...buildLookup('') }
  const full = {
    name: 'full',
    ...buildLookup(', held_offices(u.id, u.club_id, u.current_country) as offices'),
  }
  const runLookupRepeatedly = async (statement, count) => {
    const { rows } = await client.query(statement)
    if ((rows[0].offices?.length ?? 0) !== count) throw new Error(`${statement.name}: other offices`)
  }
  const [bareMs, fullMs] = await compareVariants([
    () => runLookupRepeatedly(bare, 0),
    () => runLookupRepeatedly(full, 3),
  ])
  console.log(`session ${bareMs.toFixed(3)} ms, with three offices ${fullMs.toFixed(3)} ms`)
  recordResult({
    part: `session lookup with held_offices, ${members.toLocaleString('en')} members with 3 offices each: median`,
    reference: 'the same lookup without the offices',
    ratio: fullMs / bareMs,
    bar: { atMost: 1.5 },
    reason: 'the lookup of a session is itself only two index lookups',
    note: `${Math.round((fullMs - bareMs) * 1000)} µs a request`,
  })
}

/**
 * Creates encrypted groups of a member. Their rosters (signed member lists) contain the member's public keys only if
 * these are used.
 */
async function insertEncryptedGroups({ userId }, isUsed) {
  await client.query('set session_replication_role = replica')
  for (const size of groupSizes) {
    const { rows } = await client.query(
      `insert into message_groups (name, type) values ('Sulit', 'custom') returning id`,
    )
    const [{ id }] = rows
    await client.query('insert into group_members (group_id, user_id) values ($1, $2)', [id, userId])
    const createCard = () => ({
      ...{ userId: 1, gen: 1, sign: randomBytes(32).toString('base64url') },
      ...{ box: randomBytes(32).toString('base64url'), sig: randomBytes(64).toString('base64url') },
    })
    for (let seq = 1; seq <= Math.ceil(size / 100); seq++) {
      const cards = Array.from({ length: Math.min(100, size) }, createCard)
      await client.query(
        `insert into group_roster (group_id, seq, body, sig, hash) values ($1, $2, $3, '', $4)`,
        [id, seq, JSON.stringify({ seq, cards }), `${id}.${seq}`],
      )
    }
    if (isUsed)
      await client.query(`insert into epoch_boxes (group_id, n, user_id, box) values ($1, 1, $2, '')`, [
        id,
        userId,
      ])
  }
  await client.query('set session_replication_role = origin')
}

async function insertEncryptionKeys({ userId }) {
  const [sign, box] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')]
  const card = { userId, gen: 1, sign, box, sig: randomBytes(64).toString('base64url') }
  await client.query('insert into user_keys (user_id, gen, card) values ($1, 1, $2)', [
    userId,
    JSON.stringify(card),
  ])
}

/**
 * Measures reading the own encryption keys: without encrypted groups, with used keys, and with keys that no group uses.
 */
async function measureLookupOfOwnKeys(without, used, unused) {
  for (const member of [without, used, unused]) await insertEncryptionKeys(member)
  await insertEncryptedGroups(used, true)
  await insertEncryptedGroups(unused, false)
  for (const table of ['group_roster', 'group_members', 'epoch_boxes', 'user_keys'])
    await client.query(`vacuum analyze ${table}`)
  const readKeys = async ({ cookie }, isUsed) => {
    const response = await fetch(`${program.url}/api/keys/me`, { headers: { cookie } })
    const keys = await response.json()
    if (!response.ok || keys.isUsed !== isUsed) throw new Error(`keys: ${response.status} ${keys.isUsed}`)
  }
  const [withoutMs, usedMs, unusedMs] = await compareVariants([
    () => readKeys(without, false),
    () => readKeys(used, true),
    () => readKeys(unused, false),
  ])
  console.log(
    `own keys without encrypted groups ${withoutMs.toFixed(2)} ms, used ${usedMs.toFixed(2)} ms, unused ${unusedMs.toFixed(2)} ms`,
  )
  const groups = `${groupSizes.length} encrypted groups with ${groupSizes.reduce((sum, size) => sum + size, 0).toLocaleString('en')} cards`
  const reference = 'the same for a member without encrypted groups'
  recordResult({
    part: `reading own keys that are used, in ${groups}: median`,
    reference,
    ratio: usedMs / withoutMs,
    bar: { atMost: 1.2 },
  })
  recordResult({
    part: `reading own keys that are not used, in ${groups}: median`,
    reference,
    ratio: unusedMs / withoutMs,
    bar: { atMost: 2 },
    reason: 'every roster entry of the groups of the member is searched for the key',
  })
}

try {
  await insertOffices()
  await measureLookupOfOffices(await createSession(1))
  await measureLookupOfOwnKeys(await createSession(2), await createSession(3), await createSession(4))
} finally {
  await client.end()
  await program.stop()
}
