// Creates chat clients for benchmarks: users in one or several groups, each with a socket, in a separate process.
import { fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from '#scripts/prepare.mjs'
import { connectToDatabase } from './many-members.mjs'

/** Inserts users, sessions and groups directly into the database, because so many cannot be created through the API. */
export async function createChatMembers(program, clients, groups = 1) {
  const client = await connectToDatabase(program)
  const tokens = Array.from({ length: clients }, () => randomBytes(32).toString('base64url'))
  const hashes = tokens.map(token => createHash('sha256').update(token).digest('base64url'))
  await client.query(
    `with people as (
       insert into users (username, email, full_name, status, current_country)
       select 'crowd' || n, 'crowd' || n || '@contoh.test', 'Pelajar Perantau ' || n, 'active', 'Japan'
         from generate_series(1, $1::int) n returning id, username)
     insert into sessions (user_id, token, expires_at)
     select p.id, t.hash, now() + interval '1 day'
       from unnest($2::text[]) with ordinality t(hash, n) join people p on p.username = 'crowd' || t.n`,
    [clients, hashes],
  )
  const { rows } = await client.query(
    `insert into message_groups (name, type) select 'Crowd ' || n, 'custom' from generate_series(1, $1::int) n returning id`,
    [groups],
  )
  const getGroupId = n => rows[Math.floor((n * groups) / clients)].id
  await client.query(
    `insert into group_members (group_id, user_id)
     select g.id, u.id from unnest($1::int[]) with ordinality g(id, n) join users u on u.username = 'crowd' || g.n`,
    [tokens.map((_, n) => getGroupId(n))],
  )
  await client.end()
  return tokens.map((token, n) => ({
    cookie: `session=${token}`,
    name: `Pelajar Perantau ${n}`,
    groupId: getGroupId(n),
  }))
}

export async function startChatClients(url, people, speakers) {
  const child = fork(join(root, 'bench/support/chat-clients.mjs'), { serialization: 'advanced' })
  child.send({ url, people, speakers })
  await once(child, 'message')
  return child
}
