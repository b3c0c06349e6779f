// The database is the bus between instances: what a transaction announces is heard by all of them once it has
// committed, and by none if it has not. A connection of its own listens, and comes back by itself.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { signalPart } from '#shared/contracts/calls.ts'
import { topics } from '#shared/contracts/topics.ts'
import { id } from '#shared/fields.ts'
import { connectClient, type Db } from './client.ts'

const channel = 'perantau'

/** Who is told: certain people, the members of a group, or everybody whose reach covers a person or club there. */
const audience = z.object({
  users: z.optional(z.array(id)),
  group: z.optional(id),
  reach: z.optional(z.object({ country: z.nullable(z.string()), clubId: z.nullable(id) })),
  everybody: z.optional(z.literal(true)),
})
export type Audience = z.infer<typeof audience>

const reads = z.array(z.tuple([/* userId */ id, /* lastReadSeq */ z.int()]))

const notice = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('refresh'),
    topics: z.array(z.enum(topics)),
    to: audience,
    /** The window that made the change and knows of it. */
    by: z.optional(z.string()),
  }),
  /** Sent by a trigger: sessions ended, or somebody's status, role or place changed. */
  z.object({ type: z.literal('sessions') }),
  /** Sent by a trigger: people came into a group or left it. */
  z.object({
    type: z.literal('members'),
    groupId: id,
    added: z.optional(z.array(id)),
    removed: z.optional(z.array(id)),
    by: z.optional(z.string()),
  }),
  /** Sent by the statement that inserts: the group has come so far, and these people have read so far. */
  z.object({ type: z.literal('messages'), groupId: id, seq: z.int(), reads }),
  /** `isShared`: so few are in the group that they see it of each other. */
  z.object({ type: z.literal('read'), groupId: id, reads, isShared: z.optional(z.boolean()) }),
  z.object({ type: z.literal('typing'), groupId: id, userId: id, name: z.string() }),
  /** Whether somebody has a socket anywhere; whoever holds one answers. Kept nowhere. */
  z.object({ type: z.literal('seeking'), userId: id, ask: z.string() }),
  z.object({ type: z.literal('there'), ask: z.string() }),
  /** It may be shown to nobody any more. */
  z.object({ type: z.literal('hidden'), groupId: id, seq: z.int() }),
  /** Messages of a group were changed, up to this change; `seq`: the one that was. */
  z.object({ type: z.literal('changes'), groupId: id, change: z.int(), seq: z.int() }),
  /** Of encrypted groups: who may read, or the key they read with. */
  z.object({ type: z.literal('encryption'), changed: z.enum(['roster', 'epoch']), groupIds: z.array(id) }),
  /** Somebody came or went, declined, or it is over; how it stands is read by whoever tells of it. */
  z.object({ type: z.literal('call'), id: z.uuid(), groupId: id }),
  /** Sealed, for one person's devices. */
  z.object({ type: z.literal('call-signal'), to: id, part: signalPart }),
])
export type Signal = z.infer<typeof notice>

/** A notice holds 8,000 bytes at most. */
const mostIds = 500

/** Part of the transaction: heard after its commit, also when this process dies right then. */
export async function announce(db: Db, signal: Signal): Promise<void> {
  const users = signal.type === 'refresh' ? (signal.to.users ?? []) : []
  if (signal.type === 'refresh' && users.length > mostIds) {
    await announce(db, { ...signal, to: { ...signal.to, users: users.slice(0, mostIds) } })
    return announce(db, { ...signal, to: { users: users.slice(mostIds) } })
  }
  if (signal.type === 'encryption' && signal.groupIds.length > mostIds) {
    await announce(db, { ...signal, groupIds: signal.groupIds.slice(0, mostIds) })
    return announce(db, { ...signal, groupIds: signal.groupIds.slice(mostIds) })
  }
  await db.execute(sql`select pg_notify(${channel}, ${JSON.stringify(signal)})`)
}

export interface Listener {
  stop(): Promise<void>
}

/** `onGap`: nothing was heard for a while, so whatever could have been said has to be looked up. */
export function listen(
  url: string,
  log: Pick<Logger, 'warn'>,
  handlers: { onSignal(signal: Signal): void; onGap(): void },
): Listener {
  let isStopping = false
  let client: Awaited<ReturnType<typeof connectClient>> | undefined

  /** Whoever may connect may notify, and another release may say what this one does not know: passed over. */
  function hearOne(payload: string): void {
    try {
      handlers.onSignal(notice.parse(JSON.parse(payload)))
    } catch (error) {
      log.warn({ err: error }, 'a notice was passed over')
    }
  }

  async function hear(): Promise<void> {
    client = await connectClient(url)
    const ended = new Promise<void>(resolve => client?.once('end', resolve))
    // Told to stop while it was on its way there.
    if (isStopping) return client.end()
    client.on('notification', ({ payload = '' }) => hearOne(payload))
    await client.query(`listen ${channel}`)
    handlers.onGap()
    await ended
  }

  async function stayConnected(): Promise<void> {
    for (let pause = 100; !isStopping; pause = Math.min(pause * 2, 2000)) {
      const startedAt = Date.now()
      await hear().catch(error => log.warn({ err: error }, 'not listening to the database'))
      if (Date.now() - startedAt > 5000) pause = 100
      if (!isStopping) await sleep(pause)
    }
  }
  const running = stayConnected()

  return {
    stop: async () => {
      isStopping = true
      await client?.end().catch(() => {})
      await running
    },
  }
}
