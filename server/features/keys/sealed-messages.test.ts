import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { messageGroups, messages } from '#server/db/schema/chat.ts'
import { users } from '#server/db/schema/core.ts'
import { writeMessages } from '#server/features/chat/write-messages.service.ts'
import { setUpApp } from '#server/test/app.ts'
import { type Client, connectClient, cookieFor, sent } from '#server/test/chat.ts'
import {
  Chain,
  encryptedGroupsOn,
  keysBody,
  type Member,
  makeIdentity,
  rotate,
  startEpoch,
  startRoster,
} from '#server/test/e2ee.ts'
import { buildSession } from '#server/test/factories.ts'
import { type Instance, startInstance } from '#server/test/instances.ts'
import { until } from '#server/test/program.ts'
import type { GroupRow } from '#shared/contracts/chat.ts'
import { errorTexts } from '#shared/errors.ts'

const target = setUpApp()
let here: Instance
const open: Client[] = []
beforeAll(async () => {
  here = await startInstance(target.database.appUrl)
})
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.close()
})
afterAll(() => here.close())

const { person, people, group, speaking } = encryptedGroupsOn(target)
async function connect({ user }: Pick<Member, 'user'>): Promise<Client> {
  const client = await connectClient(here.url, await cookieFor(target.database.db, user.id))
  open.push(client)
  return client
}
const stored = (groupId: number) =>
  target.database.db.select().from(messages).where(eq(messages.groupId, groupId)).orderBy(messages.seq)
const groupsOf = async (me: Member) => (await me.call('GET', '/api/groups')).json() as GroupRow[]
const refusal = (code: 'plaintext-refused' | 'stale-epoch' | 'bad_input' | 'sender-mismatch') => ({
  ok: false,
  code,
  message: errorTexts[code],
})

describe('in an encrypted group', () => {
  test('what was sealed in the current epoch is taken and handed out as it came', async () => {
    const { ali, siti, id, chain } = await speaking()
    const [a, s] = [await connect(ali), await connect(siti)]
    await s.join(id)
    const said = chain.sealed(ali.keys)
    const message = sent(await a.send(said))
    expect(message).toMatchObject({ ...said, seq: 1, senderId: ali.user.id })
    await until(() => s.messages.length === 1)
    expect(s.messages).toEqual([message])
    const [read] = (await siti.call('GET', `/api/messages/${id}`)).json()
    expect(read).toEqual({ ...message, isRead: false })
  })

  test('the longest that can be sealed is taken, a longer one is not', async () => {
    const { ali, chain } = await speaking()
    const a = await connect(ali)
    expect(sent(await a.send(chain.sealed(ali.keys, 35_994))).content).toHaveLength(47_998)
    expect(await a.send(chain.sealed(ali.keys, 36_000))).toEqual(refusal('bad_input'))
  })

  test('plain words are refused, however they are dressed; a client of the spec hears why', async () => {
    const { ali, id, chain } = await speaking()
    const a = await connect(ali)
    const { content, metadata } = chain.sealed(ali.keys)
    const { e2ee } = metadata
    const spec = { content: 'Helo', groupId: id, senderId: ali.user.id, messageType: 'text' }
    for (const said of [
      spec,
      { groupId: id, content: 'Helo', metadata },
      { groupId: id, content: 'e2ee1.Helo semua', metadata },
      { groupId: id, content: 'e2ee1.', metadata },
      { groupId: id, content },
      { groupId: id, content, metadata: { e2ee: null } },
      { groupId: id, content, metadata: { e2ee: { ...e2ee, v: 4 } } },
      { groupId: id, content, metadata: { e2ee: { ...e2ee, dev: '' } } },
    ]) {
      expect(await a.send(said)).toEqual(refusal('plaintext-refused'))
    }
    expect(await stored(id)).toEqual([])
  })

  test('made through the call, nothing plain is ever taken, also before there is a key', async () => {
    const [ali, siti] = await people(2)
    const made = await ali.call('POST', '/api/groups', { direct: true, memberIds: [siti.user.id] })
    const { id } = made.json()
    const a = await connect(ali)
    expect(await a.send({ groupId: id, content: 'Helo' })).toEqual(refusal('plaintext-refused'))
    const early = new Chain(id)
    early.epoch = { n: 1, eid: 'A'.repeat(43), headSeq: 1 }
    expect(await a.send(early.sealed(ali.keys))).toEqual(refusal('stale-epoch'))
  })

  test('an epoch that is over, or was never there: refused', async () => {
    const { ali, siti, chain } = await speaking()
    const a = await connect(ali)
    const before = chain.sealed(ali.keys)
    await rotate(chain, siti)
    expect(await a.send(before)).toEqual(refusal('stale-epoch'))
    const { metadata, ...said } = chain.sealed(ali.keys)
    for (const wrong of [{ n: 3 }, { n: 1 }, { eid: 'A'.repeat(43) }]) {
      const e2ee = { ...metadata.e2ee, ...wrong }
      expect(await a.send({ ...said, metadata: { e2ee } })).toEqual(refusal('stale-epoch'))
    }
    expect(sent(await a.send({ ...said, metadata })).seq).toBe(1)
  })

  test('after somebody was taken out or deactivated nothing is said in their epoch any more', async () => {
    const { db } = target.database
    const [ali, siti, muthu] = await people(3)
    const id = await group([ali, siti, muthu])
    const chain = await startEpoch(id, [ali, siti, muthu])
    const a = await connect(ali)
    const remove = await ali.call('DELETE', `/api/groups/${id}/members`, { userIds: [siti.user.id] })
    expect(remove.statusCode).toBe(204)
    expect(await a.send(chain.sealed(ali.keys))).toEqual(refusal('stale-epoch'))
    await rotate(chain, ali, [siti.user.id])
    expect((await a.send(chain.sealed(ali.keys))).ok).toBe(true)
    await db.update(users).set({ status: 'inactive' }).where(eq(users.id, muthu.user.id))
    expect(await a.send(chain.sealed(ali.keys))).toEqual(refusal('stale-epoch'))
  })

  test('in another’s name: refused; from outside: not there', async () => {
    const { ali, siti, id, chain } = await speaking()
    const stranger = await person()
    const [a, s] = [await connect(ali), await connect(stranger)]
    const said = chain.sealed(ali.keys)
    expect(await a.send({ ...said, senderId: siti.user.id })).toEqual(refusal('sender-mismatch'))
    expect(await s.send(said)).toMatchObject({ ok: false, code: 'not_found' })
    expect(await stored(id)).toEqual([])
  })

  test('sent again after the epoch is over, a known message is answered with what was stored', async () => {
    const { ali, siti, id, chain } = await speaking()
    const a = await connect(ali)
    const said = { ...chain.sealed(ali.keys), clientId: 'sekali' }
    const first = sent(await a.send(said))
    await rotate(chain, siti)
    expect(sent(await a.send(said))).toEqual(first)
    expect(await stored(id)).toHaveLength(1)
  })

  test('of many at once those that fit are taken, without a gap, and the others are not', async () => {
    const { ali, id, chain } = await speaking()
    const { user } = ali
    const sessionId = await buildSession(target.database.db, user.id)
    const batch = Array.from({ length: 9 }, (_, n) => ({
      groupId: id,
      user: { ...user, profileImageUrl: null },
      clientId: `b${n}`,
      messageType: 'text',
      sessionId,
      ...(n % 3 === 0 ? { content: 'Helo', metadata: null } : chain.sealed(ali.keys)),
    }))
    const { db, pool } = target.database
    const { outcomes, fresh } = await writeMessages(db, pool, batch)
    expect(outcomes.map(outcome => ('seq' in outcome ? outcome.seq : outcome.code))).toEqual([
      'plaintext-refused',
      1,
      2,
      'plaintext-refused',
      3,
      4,
      'plaintext-refused',
      5,
      6,
    ])
    expect(fresh.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('while it is being turned on, whoever speaks plainly is before it or refused', async () => {
    const { db, pool } = target.database
    const [ali, siti] = await people(2)
    const id = await group([ali, siti], { encrypted: false })
    const batch = [
      {
        groupId: id,
        user: { ...siti.user, profileImageUrl: null },
        clientId: 'serentak',
        sessionId: await buildSession(db, siti.user.id),
        content: 'Helo',
        messageType: 'text',
        metadata: null,
      },
    ]
    // The statement has looked at the group, and waits for its row while the group is turned.
    const writing = await db.transaction(async tx => {
      await tx.update(messageGroups).set({ encrypted: true }).where(eq(messageGroups.id, id))
      const started = writeMessages(db, pool, batch)
      await until(async () => {
        const { rows } = await pool.query(
          `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%with input as%'
            and datname = current_database()`,
        )
        return rows.length > 0
      })
      return { started }
    })
    const { outcomes } = await writing.started
    expect(outcomes).toMatchObject([{ code: 'plaintext-refused' }])
    expect(await stored(id)).toEqual([])
  })
})

describe('in a group that is not', () => {
  test('a client that knows only the spec speaks as ever', async () => {
    const [ali, siti] = await people(2)
    const id = await group([ali, siti], { encrypted: false })
    const [a, s] = [await connect(ali), await connect(siti)]
    await s.join(id)
    a.socket.emit('send-message', {
      content: 'Helo',
      groupId: id,
      senderId: ali.user.id,
      messageType: 'text',
    })
    await until(() => s.messages.length === 1)
    expect(s.messages).toMatchObject([{ content: 'Helo', metadata: null }])
  })

  test('4,000 characters are the limit, also for what looks sealed', async () => {
    const [ali, siti] = await people(2)
    const id = await group([ali, siti], { encrypted: false })
    const a = await connect(ali)
    const long = 'a'.repeat(4001)
    expect(await a.send({ groupId: id, content: long })).toEqual(refusal('bad_input'))
    expect(await a.send({ groupId: id, content: `e2ee1.${long}` })).toEqual(refusal('bad_input'))
    expect(await a.send({ groupId: id, content: `e2ee1. ${long}` })).toEqual(refusal('bad_input'))
    expect((await a.send({ groupId: id, content: '🎉'.repeat(2000) })).ok).toBe(true)
    expect((await a.send({ groupId: id, content: 'e2ee1.pendek' })).ok).toBe(true)
  })
})

describe('what lists and notices show', () => {
  test('of cipher nothing, of long words the beginning', async () => {
    const [ali, siti] = await people(2)
    const [sealed, plain] = [await group([ali, siti]), await group([ali, siti], { encrypted: false })]
    const chain = await startEpoch(sealed, [ali, siti])
    const [a, s] = [await connect(ali), await connect(siti)]
    await a.send(chain.sealed(ali.keys))
    await a.send({ groupId: plain, content: '🎉'.repeat(300) })
    const shown = (id: number) => ({
      groupId: id,
      lastMessage: { content: id === sealed ? '' : '🎉'.repeat(200) },
    })
    await until(() => s.activity.length === 2)
    expect(s.activity).toMatchObject([shown(sealed), shown(plain)])
    const rows = await groupsOf(siti)
    for (const id of [sealed, plain]) {
      const { groupId, ...rest } = shown(id)
      const encrypted = id === sealed
      expect(rows.find(row => row.id === groupId)).toMatchObject({ ...rest, encrypted, unreadCount: 1 })
    }
    expect(rows.filter(({ lastMessage }) => lastMessage === null)).toEqual([])
  })
})

describe('word to the members', () => {
  const heard = (client: Client) => {
    const events: [string, number][] = []
    client.socket.on('e2ee-roster', ({ groupId }) => events.push(['roster', groupId]))
    client.socket.on('e2ee-epoch', ({ groupId }) => events.push(['epoch', groupId]))
    return events
  }

  test('of a roster and an epoch, and to nobody else', async () => {
    const [ali, siti] = await people(2)
    const stranger = await person()
    const id = await group([ali, siti])
    const own = await group([stranger])
    const [s, o] = [heard(await connect(siti)), heard(await connect(stranger))]
    const chain = await startRoster(id, [ali, siti])
    await rotate(chain, ali)
    await until(() => s.length === 2)
    expect(s).toEqual([
      ['roster', id],
      ['epoch', id],
    ])
    await startRoster(own, [stranger])
    await until(() => o.length === 1)
    expect(o).toEqual([['roster', own]])
    expect(s).toHaveLength(2)
  })

  test('of new keys, in every encrypted group of that person', async () => {
    const [ali, siti] = await people(2)
    const [one, two] = [await group([ali, siti]), await group([ali, siti])]
    // Nothing to do with keys, or with either of them alone.
    await group([ali, siti], { encrypted: false })
    await group([siti])
    const s = heard(await connect(siti))
    await ali.call('PUT', '/api/keys/me', keysBody(makeIdentity(ali.user.id, 2)))
    await until(() => s.length === 2)
    expect(s.map(([, id]) => id).sort()).toEqual([one, two].sort())
  })
})
