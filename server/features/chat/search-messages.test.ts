import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { messages } from '#server/db/schema/chat.ts'
import { type Caller, setUpApp } from '#server/test/app.ts'
import { buildGroup } from '#server/test/chat.ts'
import type { MessageSearchAnswer } from '#shared/contracts/message-search.ts'

const target = setUpApp()
const db = () => target.database.db

async function search(caller: Caller, query: Record<string, string | number>): Promise<MessageSearchAnswer> {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const response = await caller.call('GET', `/api/messages/search?${text}`)
  expect(response.statusCode).toBe(200)
  return response.json()
}
const places = ({ found }: MessageSearchAnswer) => found.map(({ groupId, seq }) => `${groupId}/${seq}`)

async function say(groupId: number, senderId: number, ...said: string[]) {
  await db()
    .insert(messages)
    .values(
      said.map((content, index) => ({
        groupId,
        senderId,
        seq: index + 1,
        content,
        createdAt: new Date(Date.UTC(2026, 0, index + 1, 12)),
      })),
    )
  await db().execute(sql`update message_groups set last_seq = ${said.length} where id = ${groupId}`)
}

describe('a search over one’s plain groups', () => {
  test('finds words and parts of them, by group, person and day, and nothing that is not one’s to read', async () => {
    const [me, friend] = [await target.asNew(), await target.asNew()]
    const people = [me.user, friend.user]
    const [one, two] = [await buildGroup(db(), people), await buildGroup(db(), people)]
    const strange = await buildGroup(db(), [friend.user])
    const sealed = await buildGroup(db(), people, { encrypted: true })
    await say(
      one,
      friend.user.id,
      'Pendaftaran dibuka',
      'Rahsia 100%',
      'pendaftaran DITUTUP esok',
      'pendaftaran lama',
    )
    await say(two, me.user.id, 'Borang Pendaftaran', 'Lain', 'pendaftaran tersembunyi')
    await say(strange, friend.user.id, 'pendaftaran orang lain')
    await say(sealed, friend.user.id, 'pendaftaran')
    await db().execute(sql`update messages set hidden_for = 'spam' where group_id = ${two} and seq = 3`)
    await db().execute(sql`update messages set deleted_at = now() where group_id = ${one} and seq = 4`)
    expect(places(await search(me, { search: 'daftar' })).sort()).toEqual(
      [`${one}/1`, `${one}/3`, `${two}/1`].sort(),
    )
    const both = await search(me, { search: 'esok pendaftaran' })
    expect(both).toMatchObject({
      found: [{ content: 'pendaftaran DITUTUP esok', sender: { fullName: friend.user.fullName } }],
      reached: null,
    })
    expect(places(await search(me, { search: 'daftar', groupId: two }))).toEqual([`${two}/1`])
    expect(places(await search(me, { search: 'daftar', senderId: me.user.id }))).toEqual([`${two}/1`])
    expect(places(await search(me, { search: 'daftar', from: '2026-01-02' }))).toEqual([`${one}/3`])
    expect(places(await search(me, { search: 'daftar', to: '2026-01-02', groupId: one }))).toEqual([
      `${one}/1`,
    ])
    for (const groupId of [strange, sealed]) {
      expect(await search(me, { search: 'daftar', groupId })).toEqual({ found: [], reached: null })
    }
    // Letters that mean something elsewhere mean themselves.
    expect(places(await search(me, { search: '100%' }))).toEqual([`${one}/2`])
    expect(places(await search(me, { search: '_' }))).toEqual([])
    // Nor by going on in a group that one is not in.
    expect(await search(me, { search: 'daftar', reached: `${strange}:5` })).toEqual({
      found: [],
      reached: null,
    })
  })

  test('goes on where it ended, until everything was looked through once', async () => {
    const me = await target.asNew()
    const groupId = await buildGroup(db(), [me.user])
    await db().execute(sql`insert into messages (group_id, seq, sender_id, content)
      select ${groupId}, n, ${me.user.id}, case when n % 300 = 0 then 'jarum ' || n else 'jerami' end
        from generate_series(1, 30000) n`)
    await db().execute(sql`update message_groups set last_seq = 30000 where id = ${groupId}`)
    const seen: number[] = []
    let reached: string | null = null
    do {
      const answer = await search(me, { search: 'jarum', ...(reached && { reached }) })
      seen.push(...answer.found.map(({ seq }) => seq))
      reached = answer.reached
    } while (reached)
    expect(seen).toEqual(Array.from({ length: 100 }, (_, index) => 30_000 - index * 300))
  })

  test('refuses nonsense', async () => {
    const me = await target.asNew()
    for (const query of [
      '',
      '?search=',
      '?search=a&reached=x',
      '?search=a&groupId=0',
      '?search=a&from=esok',
      '?search=a&b=1',
    ]) {
      expect((await me.call('GET', `/api/messages/search${query}`)).statusCode).toBe(400)
    }
  })
})
