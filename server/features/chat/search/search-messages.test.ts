import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { messages } from '#server/db/schema/chat.ts'
import { createChatGroup } from '#server/test/chat/chat-client.ts'
import { type Caller, setUpApp } from '#server/test/harness/app.ts'
import type { MessageSearchResponse } from '#shared/contracts/chat/message-search.schemas.ts'

const target = setUpApp()
const getDatabase = () => target.database.db

async function searchMessages(
  caller: Caller,
  query: Record<string, string | number>,
): Promise<MessageSearchResponse> {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const response = await caller.call('GET', `/api/messages/search?${text}`)
  expect(response.statusCode).toBe(200)
  return response.json()
}
const listMatches = ({ found }: MessageSearchResponse) => found.map(({ groupId, seq }) => `${groupId}/${seq}`)

async function insertMessages(groupId: number, senderId: number, ...contents: string[]) {
  await getDatabase()
    .insert(messages)
    .values(
      contents.map((content, index) => ({
        groupId,
        senderId,
        seq: index + 1,
        content,
        createdAt: new Date(Date.UTC(2026, 0, index + 1, 12)),
      })),
    )
  await getDatabase().execute(
    sql`update message_groups set last_seq = ${contents.length} where id = ${groupId}`,
  )
}

describe('searchMessages', () => {
  test('message search finds parts of words, filters by group, sender and date, and returns only readable messages', async () => {
    const [me, friend] = [await target.asNew(), await target.asNew()]
    const people = [me.user, friend.user]
    const [firstGroup, secondGroup] = [
      await createChatGroup(getDatabase(), people),
      await createChatGroup(getDatabase(), people),
    ]
    const foreignGroup = await createChatGroup(getDatabase(), [friend.user])
    const encryptedGroup = await createChatGroup(getDatabase(), people, { encrypted: true })
    await insertMessages(
      firstGroup,
      friend.user.id,
      'Pendaftaran dibuka',
      'Rahsia 100%',
      'pendaftaran DITUTUP esok',
      'pendaftaran lama',
    )
    await insertMessages(secondGroup, me.user.id, 'Borang Pendaftaran', 'Lain', 'pendaftaran tersembunyi')
    await insertMessages(foreignGroup, friend.user.id, 'pendaftaran orang lain')
    await insertMessages(encryptedGroup, friend.user.id, 'pendaftaran')
    await getDatabase().execute(
      sql`update messages set hidden_for = 'spam' where group_id = ${secondGroup} and seq = 3`,
    )
    await getDatabase().execute(
      sql`update messages set deleted_at = now() where group_id = ${firstGroup} and seq = 4`,
    )
    expect(listMatches(await searchMessages(me, { search: 'daftar' })).sort()).toEqual(
      [`${firstGroup}/1`, `${firstGroup}/3`, `${secondGroup}/1`].sort(),
    )
    const bothWords = await searchMessages(me, { search: 'esok pendaftaran' })
    expect(bothWords).toMatchObject({
      found: [{ content: 'pendaftaran DITUTUP esok', sender: { fullName: friend.user.fullName } }],
      reached: null,
    })
    expect(listMatches(await searchMessages(me, { search: 'daftar', groupId: secondGroup }))).toEqual([
      `${secondGroup}/1`,
    ])
    expect(listMatches(await searchMessages(me, { search: 'daftar', senderId: me.user.id }))).toEqual([
      `${secondGroup}/1`,
    ])
    expect(listMatches(await searchMessages(me, { search: 'daftar', from: '2026-01-02' }))).toEqual([
      `${firstGroup}/3`,
    ])
    expect(
      listMatches(await searchMessages(me, { search: 'daftar', to: '2026-01-02', groupId: firstGroup })),
    ).toEqual([`${firstGroup}/1`])
    for (const groupId of [foreignGroup, encryptedGroup]) {
      expect(await searchMessages(me, { search: 'daftar', groupId })).toEqual({ found: [], reached: null })
    }
    // The wildcards % and _ of SQL patterns match literally.
    expect(listMatches(await searchMessages(me, { search: '100%' }))).toEqual([`${firstGroup}/2`])
    expect(listMatches(await searchMessages(me, { search: '_' }))).toEqual([])
    // A continued search does not return messages of a group the caller is not a member of.
    expect(await searchMessages(me, { search: 'daftar', reached: `${foreignGroup}:5` })).toEqual({
      found: [],
      reached: null,
    })
  })

  test('message search over several pages returns every match exactly once', async () => {
    const me = await target.asNew()
    const groupId = await createChatGroup(getDatabase(), [me.user])
    await getDatabase().execute(sql`insert into messages (group_id, seq, sender_id, content)
      select ${groupId}, n, ${me.user.id}, case when n % 300 = 0 then 'jarum ' || n else 'jerami' end
        from generate_series(1, 30000) n`)
    await getDatabase().execute(sql`update message_groups set last_seq = 30000 where id = ${groupId}`)
    const seen: number[] = []
    let reached: string | null = null
    do {
      const answer = await searchMessages(me, { search: 'jarum', ...(reached && { reached }) })
      seen.push(...answer.found.map(({ seq }) => seq))
      reached = answer.reached
    } while (reached)
    expect(seen).toEqual(Array.from({ length: 100 }, (_, index) => 30_000 - index * 300))
  })

  test('message search returns 400 for an invalid query string', async () => {
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
