// Load from many users at once. PART=groups, burst or list runs one of its three parts.
// Part `groups`: a hundred groups chat concurrently. Part `list`: the group list of a user in a thousand groups.
// Part `burst`: requests of other users while messages go to thousands of sockets.
import { once } from 'node:events'
import { createChatMembers, startChatClients } from './support/chat-crowd.mjs'
import { connectToDatabase, signInDemoAccount } from './support/many-members.mjs'
import { computeMedian, computePercentile } from './support/numbers.mjs'
import { startServer } from './support/program.mjs'
import { recordResult } from './support/results.mjs'

const isSmall = Boolean(process.env.CLIENTS)

async function sendMessages(crowd, count, perSecond) {
  crowd.send({ count, every: 1000 / perSecond })
  const [{ latencies, disorder, refused }] = await once(crowd, 'message')
  if (disorder || refused.length > 0) throw new Error(`${disorder} out of order, refused: ${refused}`)
  return latencies.sort((a, b) => a - b)
}

async function stopChatClients(crowd) {
  crowd.send({ isOver: true })
  await once(crowd, 'exit')
}

/** Measures a hundred groups of ten clients, alternating between slow and fast sending. */
async function measureConcurrentGroups() {
  const program = await startServer()
  const people = await createChatMembers(program, 1000, 100)
  const crowd = await startChatClients(program.url, people, 100)
  await sendMessages(crowd, 500, 250)
  const ratios = []
  for (let turn = 0; turn < (isSmall ? 2 : 6); turn++) {
    const slowMs = computePercentile(await sendMessages(crowd, 150, 50), 0.5)
    const fastMs = computePercentile(await sendMessages(crowd, 1500, 500), 0.5)
    console.log(
      `100 groups of 10: median latency ${slowMs.toFixed(1)} ms at 50 a second, ${fastMs.toFixed(1)} ms at 500`,
    )
    ratios.push(fastMs / slowMs)
  }
  recordResult({
    part: 'chat, 100 groups of 10, 500 messages a second: median latency',
    reference: 'the same groups at 50 messages a second',
    ratio: computeMedian(ratios),
    bar: { atMost: 2 },
  })
  await stopChatClients(crowd)
  await program.stop()
}

/** Sends requests continuously while `during` runs and returns the longest response time. */
async function measureLongestResponseTime(url, cookie, during) {
  let isOver = false
  let longestMs = 0
  const polling = (async () => {
    while (!isOver) {
      const start = performance.now()
      await (await fetch(`${url}/api/notifications`, { headers: { cookie } })).text()
      longestMs = Math.max(longestMs, performance.now() - start)
    }
  })()
  await during()
  isOver = true
  await polling
  return longestMs
}

async function measureRequestsDuringMessageBurst() {
  const clients = isSmall ? 1000 : 5000
  const program = await startServer({ env: { LOGIN_LIMITS: '1000/1,1000/1' } })
  const people = await createChatMembers(program, clients)
  const crowd = await startChatClients(program.url, people)
  const cookie = await signInDemoAccount(program.url)
  await sendMessages(crowd, 20, 20)
  const ratios = []
  for (let turn = 0; turn < 3; turn++) {
    const quiet = await measureLongestResponseTime(
      program.url,
      cookie,
      () => new Promise(resolve => setTimeout(resolve, 5000)),
    )
    const burst = await measureLongestResponseTime(program.url, cookie, () =>
      sendMessages(crowd, 100, 10_000),
    )
    console.log(
      `100 messages at once to ${clients} sockets: longest latency of a request ${burst.toFixed(0)} ms, without load ${quiet.toFixed(0)} ms`,
    )
    ratios.push(burst / quiet)
  }
  recordResult({
    part: `HTTP request while 100 messages go to ${clients} sockets at once: longest latency`,
    reference: 'the same request without other load',
    ratio: computeMedian(ratios),
    bar: { atMost: 20 },
  })
  await stopChatClients(crowd)
  await program.stop()
}

async function measureGroupListOfManyGroups() {
  const program = await startServer({ env: { LOGIN_LIMITS: '1000/1,1000/1' } })
  const client = await connectToDatabase(program)
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
            inserted as (insert into messages (group_id, seq, sender_id, client_id, content)
                     select made.id, 1, u.id, 'senarai' || made.id, 'Salam' from made, users u where u.email = $1)
       insert into group_members (group_id, user_id) select made.id, u.id from made, users u where u.email = $1`,
      [email, count],
    )
    people.push({ count, cookie: await signInDemoAccount(program.url, account), times: [] })
  }
  // The first rounds are not measured, because a new connection must first plan its statements.
  const [rounds, warmUp] = [240, 100]
  for (let round = 0; round < rounds; round++) {
    for (const { count, cookie, times } of people) {
      const start = performance.now()
      const response = await fetch(`${program.url}/api/groups`, { headers: { cookie } })
      const rows = await response.json()
      if (round >= warmUp) times.push(performance.now() - start)
      if (round === 0) console.log(`group list of a member of ${count} groups: ${rows.length} rows`)
    }
  }
  const waits = Object.fromEntries(
    people.map(({ count, times }) => [
      count,
      computePercentile(
        times.sort((a, b) => a - b),
        0.95,
      ),
    ]),
  )
  console.log(`group list: ${waits[10].toFixed(1)} ms for 10, ${waits[1000].toFixed(1)} ms for 1,000`)
  recordResult({
    part: 'group list of a member of 1,000 groups, 95th percentile',
    reference: 'of a member of 10 groups',
    ratio: waits[1000] / waits[10],
    bar: { atMost: 2 },
  })
  await client.end()
  await program.stop()
}

const parts = {
  groups: measureConcurrentGroups,
  burst: measureRequestsDuringMessageBurst,
  list: measureGroupListOfManyGroups,
}
for (const [name, measure] of Object.entries(parts)) {
  if ((process.env.PART ?? name) === name) await measure()
}
