// What many do to each other: a hundred groups that talk at once, and everybody else's calls while a word goes to
// thousands of sockets. Also the list of groups of somebody who is in a great many. PART=groups, burst or list: one alone.
import { once } from 'node:events'
import { invite, startClients } from './chat-crowd.mjs'
import { connect, signIn } from './many-members.mjs'
import { median, percentile } from './numbers.mjs'
import { startProgram } from './program.mjs'
import { record } from './results.mjs'

const isSmall = Boolean(process.env.CLIENTS)

async function talk(crowd, count, perSecond) {
  crowd.send({ count, every: 1000 / perSecond })
  const [{ latencies, disorder, refused }] = await once(crowd, 'message')
  if (disorder || refused.length > 0) throw new Error(`${disorder} out of order, refused: ${refused}`)
  return latencies.sort((a, b) => a - b)
}

async function end(crowd) {
  crowd.send({ isOver: true })
  await once(crowd, 'exit')
}

/** A hundred groups of ten, slowly and fast in turns. */
async function measureGroups() {
  const program = await startProgram()
  const people = await invite(program, 1000, 100)
  const crowd = await startClients(program.url, people, 100)
  await talk(crowd, 500, 250)
  const ratios = []
  for (let turn = 0; turn < (isSmall ? 2 : 6); turn++) {
    const slow = percentile(await talk(crowd, 150, 50), 0.5)
    const fast = percentile(await talk(crowd, 1500, 500), 0.5)
    console.log(
      `100 groups of 10: median wait ${slow.toFixed(1)} ms at 50 a second, ${fast.toFixed(1)} ms at 500`,
    )
    ratios.push(fast / slow)
  }
  record({
    part: 'chat, 100 groups of 10, 500 a second: median wait',
    reference: 'itself at 50 a second',
    ratio: median(ratios),
    bar: { atMost: 2 },
  })
  await end(crowd)
  await program.stop()
}

/** The longest wait of a call while something goes on, asked for all the time. */
async function longestWait(url, cookie, during) {
  let isOver = false
  let longest = 0
  const asking = (async () => {
    while (!isOver) {
      const start = performance.now()
      await (await fetch(`${url}/api/notifications`, { headers: { cookie } })).text()
      longest = Math.max(longest, performance.now() - start)
    }
  })()
  await during()
  isOver = true
  await asking
  return longest
}

async function measureBurst() {
  const clients = isSmall ? 1000 : 5000
  const program = await startProgram({ env: { LOGIN_LIMITS: '1000/1,1000/1' } })
  const people = await invite(program, clients)
  const crowd = await startClients(program.url, people)
  const cookie = await signIn(program.url)
  await talk(crowd, 20, 20)
  const ratios = []
  for (let turn = 0; turn < 3; turn++) {
    const quiet = await longestWait(
      program.url,
      cookie,
      () => new Promise(resolve => setTimeout(resolve, 5000)),
    )
    const burst = await longestWait(program.url, cookie, () => talk(crowd, 100, 10_000))
    console.log(
      `100 words at once to ${clients}: longest wait of a call ${burst.toFixed(0)} ms, quiet ${quiet.toFixed(0)} ms`,
    )
    ratios.push(burst / quiet)
  }
  record({
    part: `a call while 100 messages go to ${clients} sockets at once: longest wait`,
    reference: 'the same, quiet',
    ratio: median(ratios),
    bar: { atMost: 20 },
  })
  await end(crowd)
  await program.stop()
}

async function measureList() {
  const program = await startProgram({ env: { LOGIN_LIMITS: '1000/1,1000/1' } })
  const client = await connect(program)
  const people = []
  for (const [account, count] of [
    ['member', 10],
    ['club_secretary', 1000],
  ]) {
    const email = `${account}@demo.test`
    await client.query('delete from group_members where user_id = (select id from users where email = $1)', [
      email,
    ])
    await client.query(
      `with made as (insert into message_groups (name, type, last_seq)
                     select 'Senarai ' || n, 'custom', 1 from generate_series(1, $2::int) n returning id),
            said as (insert into messages (group_id, seq, sender_id, client_id, content)
                     select made.id, 1, u.id, 'senarai' || made.id, 'Salam' from made, users u where u.email = $1)
       insert into group_members (group_id, user_id) select made.id, u.id from made, users u where u.email = $1`,
      [email, count],
    )
    people.push({ count, cookie: await signIn(program.url, account), times: [] })
  }
  // In turns, and the first rounds do not count: a connection plans anew what it is asked for the first few times.
  const [rounds, warmUp] = [240, 100]
  for (let round = 0; round < rounds; round++) {
    for (const { count, cookie, times } of people) {
      const start = performance.now()
      const answer = await fetch(`${program.url}/api/groups`, { headers: { cookie } })
      const rows = await answer.json()
      if (round >= warmUp) times.push(performance.now() - start)
      if (round === 0) console.log(`groups of somebody in ${count}: ${rows.length} given`)
    }
  }
  const wait = Object.fromEntries(
    people.map(({ count, times }) => [
      count,
      percentile(
        times.sort((a, b) => a - b),
        0.95,
      ),
    ]),
  )
  console.log(`groups: ${wait[10].toFixed(1)} ms for 10, ${wait[1000].toFixed(1)} ms for 1,000`)
  record({
    part: 'groups of somebody in 1,000, 95th percentile',
    reference: 'of somebody in 10',
    ratio: wait[1000] / wait[10],
    bar: { atMost: 2 },
  })
  await client.end()
  await program.stop()
}

const parts = { groups: measureGroups, burst: measureBurst, list: measureList }
for (const [name, measure] of Object.entries(parts)) {
  if ((process.env.PART ?? name) === name) await measure()
}
