// The database is the bus between instances: what a transaction announces is heard by all of them once it has
// committed, and by none if it has not. It is a row of that transaction. After commits, however many, each instance says
// one word to the others, outside of any transaction, because whoever gives notice in one holds up all others who do
// until it is on disk; and the others read. Who died before the word was said is made up for: everybody looks once a
// second. A connection of its own listens, tells and reads, and comes back by itself.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { gather } from '#server/concurrency/gather.ts'
import { createKeyedMutex } from '#server/concurrency/keyed-mutex.ts'
import { signalPart } from '#shared/contracts/calls.ts'
import { topics } from '#shared/contracts/topics.ts'
import { id } from '#shared/fields.ts'
import { connectClient, type Db } from './client.ts'
import type { Commits } from './commits.ts'
import { createNoticeReader } from './notices.ts'
import { notices } from './schema/passing.ts'
import { isTransaction } from './transaction.ts'

/** The channel for wake-ups (empty payloads) and transient signals (JSON). */
export const channel = 'perantau_events'
/**
 * The channel of release 0.1.0, which sends its signals as JSON there. This release only listens: 0.1.0 exits when it
 * receives a payload that it does not know. Not needed by the release after 0.2.
 */
const previousChannel = 'perantau'

/** Who is told: certain people, the members of a group, or everybody whose reach covers a person or club there. */
const audience = z.object({
  users: z.optional(z.array(id)),
  group: z.optional(id),
  reach: z.optional(z.object({ country: z.nullable(z.string()), clubId: z.nullable(id) })),
  everybody: z.optional(z.literal(true)),
})
export type Audience = z.infer<typeof audience>

const reads = z.array(z.tuple([/* userId */ id, /* lastReadSeq */ z.int()]))
/** The number of own messages after the last read one, per member of `reads`. Missing in events of the previous release. */
const ownUnread = z.optional(z.array(z.tuple([/* userId */ id, /* count */ z.int()])))

const notice = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('refresh'),
    topics: z.array(z.enum(topics)),
    to: audience,
    /** The window that made the change and knows of it. */
    by: z.optional(z.string()),
  }),
  /** Written by a trigger: sessions ended, or somebody's status, role or place changed. */
  z.object({ type: z.literal('sessions') }),
  /** Written by a trigger: people came into a group or left it. */
  z.object({
    type: z.literal('members'),
    groupId: id,
    added: z.optional(z.array(id)),
    removed: z.optional(z.array(id)),
    by: z.optional(z.string()),
  }),
  /** Written by the statement that inserts: the group has come so far, and these people have read so far. */
  z.object({ type: z.literal('messages'), groupId: id, seq: z.int(), reads, ownUnread }),
  /** `isShared`: so few are in the group that they see it of each other. */
  z.object({ type: z.literal('read'), groupId: id, reads, ownUnread, isShared: z.optional(z.boolean()) }),
  /** `except`: members who hide their presence and therefore see nobody else's typing. */
  z.object({
    type: z.literal('typing'),
    groupId: id,
    userId: id,
    name: z.string(),
    except: z.optional(z.array(id)),
  }),
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

/** Part of the transaction: heard after its commit, also when this process dies right then. */
export async function announce(db: Db, signal: Signal): Promise<void> {
  if (!isTransaction(db)) return db.transaction(tx => announce(tx, signal))
  await db.insert(notices).values({ signal })
}

/** Kept nowhere: heard by whoever listens at this moment. Not for transactions, and nothing of 8,000 bytes or more. */
export async function whisper(db: Db, signal: Signal): Promise<void> {
  await db.execute(sql`select pg_notify(${channel}, ${JSON.stringify(signal)})`)
}

export interface Listener {
  stop(): Promise<void>
}

/** Milliseconds between two words to the others, so that many commits become one. */
const tellPause = 5
const lookEvery = 1000
/** An answer that does not come in this time means that the connection is dead, whatever the network says. */
const patience = 5000

/** `onGap`: nothing was heard for a while, so whatever could have been said has to be looked up. */
export function listen(
  { url, commits }: { url: string; commits?: Commits },
  log: Pick<Logger, 'warn'>,
  handlers: { onSignal(signal: Signal): void; onGap(): void },
): Listener {
  let isStopping = false
  let client: pg.Client | undefined

  /** Another release may say what this one does not know: passed over. */
  function hearOne(signal: unknown): void {
    try {
      handlers.onSignal(notice.parse(signal))
    } catch (error) {
      log.warn({ err: error }, 'a notice was passed over')
    }
  }

  /** Whoever may connect may notify. */
  function hearWhisper(payload: string): void {
    try {
      hearOne(JSON.parse(payload))
    } catch (error) {
      log.warn({ err: error }, 'a notice was passed over')
    }
  }

  /** Until the connection ends, by itself or because something on it failed. */
  async function attend(line: pg.Client): Promise<void> {
    const ended = new Promise<void>(resolve => line.once('end', resolve))
    const inTurn = createKeyedMutex()
    const orHangUp = (work: () => Promise<unknown>) => () =>
      inTurn(0, work).catch(error => {
        if (!isStopping) log.warn({ err: error }, 'the connection that listens is given up')
        return line.end()
      })
    await line.query(`listen ${channel}; listen ${previousChannel}`)
    const reader = await createNoticeReader(line)
    const look = gather(
      0,
      orHangUp(async () => {
        const { signals, isLate } = await reader.look()
        for (const signal of signals) hearOne(signal)
        if (isLate) handlers.onGap()
        await reader.clear()
      }),
    )
    const tell = gather(
      tellPause,
      orHangUp(() => line.query('select pg_notify($1, $2)', [channel, ''])),
    )
    line.on('notification', ({ payload }) => (payload ? hearWhisper(payload) : look.ask()))
    const unfollow = commits?.follow(tell.ask)
    const timer = setInterval(look.ask, lookEvery)
    handlers.onGap()
    await ended
    clearInterval(timer)
    unfollow?.()
    await Promise.all([look.stop(), tell.stop()])
  }

  async function hear(): Promise<void> {
    client = await connectClient(url, { purpose: 'listener', patience })
    try {
      // Told to stop while it was on its way there.
      if (!isStopping) await attend(client)
    } finally {
      await client.end().catch(() => {})
    }
  }

  async function stayConnected(): Promise<void> {
    for (let pause = 100; !isStopping; pause = Math.min(pause * 2, 2000)) {
      const startedAt = performance.now()
      await hear().catch(error => {
        // Told to stop, it hangs up in the middle of whatever it was about to say.
        if (!isStopping) log.warn({ err: error }, 'not listening to the database')
      })
      if (performance.now() - startedAt > 5000) pause = 100
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
