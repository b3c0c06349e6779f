// The database is the event bus between server instances. An event is a row that a transaction inserts.
// Every server instance receives an event after its commit, and no instance receives it after a rollback.
// After commits, each server instance sends one empty NOTIFY, which makes the others read new events.
// A NOTIFY inside a transaction would block every other notifying transaction until its commit is on disk.
// Each server instance polls for events once a second, because a process may die between commit and NOTIFY.
// A dedicated database connection listens, notifies and polls, and reconnects after a failure.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { createCoalescedTask } from '#server/concurrency/coalesced-task.ts'
import { createKeyedMutex } from '#server/concurrency/keyed-mutex.ts'
import { type Db, openDedicatedConnection } from '#server/db/connection/client.ts'
import type { CommitNotifier } from '#server/db/connection/commit-notifier.ts'
import { isTransaction } from '#server/db/connection/transaction.ts'
import { notices } from '#server/db/schema/queues.ts'
import { signalPart } from '#shared/contracts/calls/calls.schemas.ts'
import { id } from '#shared/fields/id-and-email.ts'
import { topics } from '#shared/realtime/topics.ts'
import { createEventReader } from './event-reader.ts'

/** NOTIFY channel of the event bus for wake-ups (empty payloads) and transient events (JSON). */
export const busChannel = 'perantau_events'
/**
 * NOTIFY channel on which release 0.1.0 sends its bus events as JSON. This release listens to the channel and never
 * sends on it. Release 0.1.0 exits when it receives an unknown payload. The release after 0.2 can drop this channel.
 */
const previousChannel = 'perantau'

/**
 * Recipients of a refresh event: certain users, a group's members, or all users whose scope covers a country or club.
 */
const audienceSchema = z.object({
  users: z.optional(z.array(id)),
  group: z.optional(id),
  reach: z.optional(z.object({ country: z.nullable(z.string()), clubId: z.nullable(id) })),
  everybody: z.optional(z.literal(true)),
})
export type Audience = z.infer<typeof audienceSchema>

/** Pairs of a user id and the number of the last message in the chat group that this user has read. */
const reads = z.array(z.tuple([id, z.int()]))
/**
 * Pairs of a user id and the number of the user's own messages after the last message that the user has read. Events of
 * releases before 0.2 have no such pairs.
 */
const ownUnread = z.optional(z.array(z.tuple([id, z.int()])))

const eventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('refresh'),
    topics: z.array(z.enum(topics)),
    to: audienceSchema,
    /** Id of the browser window that made the change and therefore needs no refresh event. */
    by: z.optional(z.string()),
  }),
  /** Event from a database trigger: sessions ended, or a user's status, role, country or club changed. */
  z.object({ type: z.literal('sessions') }),
  /** Event from a database trigger: users joined or left a chat group. */
  z.object({
    type: z.literal('members'),
    groupId: id,
    added: z.optional(z.array(id)),
    removed: z.optional(z.array(id)),
    by: z.optional(z.string()),
  }),
  /** Event after chat messages were inserted: the group, its highest message number and the members' read positions. */
  z.object({ type: z.literal('messages'), groupId: id, seq: z.int(), reads, ownUnread }),
  /**
   * A member has read messages. `isShared`: the group is small enough for members to see each other's read positions.
   */
  z.object({ type: z.literal('read'), groupId: id, reads, ownUnread, isShared: z.optional(z.boolean()) }),
  /** Event: a member is typing. `except` lists members who hide their presence and so do not see others typing. */
  z.object({
    type: z.literal('typing'),
    groupId: id,
    userId: id,
    name: z.string(),
    except: z.optional(z.array(id)),
  }),
  /**
   * Transient query: does any server instance have a socket of this user?
   * An instance that has one replies with `there`.
   */
  z.object({ type: z.literal('seeking'), userId: id, ask: z.string() }),
  z.object({ type: z.literal('there'), ask: z.string() }),
  /** Event: a moderator has hidden a chat message, so clients must no longer show it. */
  z.object({ type: z.literal('hidden'), groupId: id, seq: z.int() }),
  /**
   * Chat messages of a group were edited or deleted. `change` is the number of the latest change, `seq` the changed
   * message.
   */
  z.object({ type: z.literal('changes'), groupId: id, change: z.int(), seq: z.int() }),
  /** Event: the roster (signed member list) or the epoch (group key) of an encrypted group has changed. */
  z.object({ type: z.literal('encryption'), changed: z.enum(['roster', 'epoch']), groupIds: z.array(id) }),
  /**
   * A participant joined, left or declined a call, or the call ended. Receivers load the state of the call themselves.
   */
  z.object({ type: z.literal('call'), id: z.uuid(), groupId: id }),
  /** Encrypted message that sets up a call (call signalling), addressed to the devices of one user. */
  z.object({ type: z.literal('call-signal'), to: id, part: signalPart }),
])
export type BusEvent = z.infer<typeof eventSchema>

/**
 * Publishes an event in the current transaction. Every server instance receives the event after the commit, even if
 * this instance dies.
 */
export async function publishEvent(db: Db, signal: BusEvent): Promise<void> {
  if (!isTransaction(db)) return db.transaction(tx => publishEvent(tx, signal))
  await db.insert(notices).values({ signal })
}

/**
 * Publishes an event that is not stored: only instances that listen right now receive it. Must not be called in a
 * transaction. The JSON of the event must stay below 8,000 bytes, PostgreSQL's limit for NOTIFY.
 */
export async function publishTransientEvent(db: Db, signal: BusEvent): Promise<void> {
  await db.execute(sql`select pg_notify(${busChannel}, ${JSON.stringify(signal)})`)
}

export interface BusListener {
  stop(): Promise<void>
}

/** Minimum milliseconds between two NOTIFY commands. Commits within this time share one NOTIFY. */
const notifyIntervalMs = 5
const pollIntervalMs = 1000
/** Query timeout of the event listener in milliseconds. After a timeout its connection is replaced. */
const queryTimeoutMs = 5000

interface BusHandlers {
  onSignal(signal: BusEvent): void
  /** Called when bus events may have been missed, so that the subscriber can load its state again. */
  onGap(): void
}

/** Returns functions that validate received events and pass valid ones to the handlers. */
function createEventHandlers(onSignal: BusHandlers['onSignal'], log: Pick<Logger, 'warn'>) {
  /** Bus events of an unknown type are skipped, because an instance of another release may send them. */
  function handleEvent(signal: unknown): void {
    try {
      onSignal(eventSchema.parse(signal))
    } catch (error) {
      log.warn({ err: error }, 'bus: skipped an event that is invalid or of another release')
    }
  }

  /** Payloads of NOTIFY are untrusted: every database role that may connect can send one. */
  function handleTransientPayload(payload: string): void {
    try {
      handleEvent(JSON.parse(payload))
    } catch (error) {
      log.warn({ err: error }, 'bus: skipped an event that is invalid or of another release')
    }
  }
  return { handleEvent, handleTransientPayload }
}

/** Serves one database connection of the event listener. Resolves when the connection ends or a query on it fails. */
async function serveConnection(
  connection: pg.Client,
  { onSignal, onGap }: BusHandlers,
  log: Pick<Logger, 'warn'>,
  { commits, isStopping }: { commits?: CommitNotifier; isStopping(): boolean },
): Promise<void> {
  const { handleEvent, handleTransientPayload } = createEventHandlers(onSignal, log)
  const ended = new Promise<void>(resolve => connection.once('end', resolve))
  const runExclusive = createKeyedMutex()
  const closeConnectionOnFailure = (work: () => Promise<unknown>) => () =>
    runExclusive(0, work).catch(error => {
      if (!isStopping())
        log.warn({ err: error }, 'bus: closing the listening connection after an error; it reconnects')
      return connection.end()
    })
  await connection.query(`listen ${busChannel}; listen ${previousChannel}`)
  const reader = await createEventReader(connection)
  const pollTask = createCoalescedTask(
    0,
    closeConnectionOnFailure(async () => {
      const { signals, mayHaveGap } = await reader.readNew()
      for (const signal of signals) handleEvent(signal)
      if (mayHaveGap) onGap()
      await reader.clear()
    }),
  )
  const notifyTask = createCoalescedTask(
    notifyIntervalMs,
    closeConnectionOnFailure(() => connection.query('select pg_notify($1, $2)', [busChannel, ''])),
  )
  connection.on('notification', ({ payload }) =>
    payload ? handleTransientPayload(payload) : pollTask.request(),
  )
  const unsubscribe = commits?.subscribe(notifyTask.request)
  const timer = setInterval(pollTask.request, pollIntervalMs)
  onGap()
  await ended
  clearInterval(timer)
  unsubscribe?.()
  await Promise.all([pollTask.stop(), notifyTask.stop()])
}

/** Listens for bus events until stopped, and reconnects when the connection fails. */
export function listenToEventBus(
  { url, commits }: { url: string; commits?: CommitNotifier },
  log: Pick<Logger, 'warn'>,
  handlers: BusHandlers,
): BusListener {
  let isStopping = false
  let client: pg.Client | undefined

  async function connectAndServeEvents(): Promise<void> {
    client = await openDedicatedConnection(url, { purpose: 'listener', queryTimeoutMs })
    try {
      // The event listener may have been stopped while its database connection was being opened.
      if (!isStopping) await serveConnection(client, handlers, log, { commits, isStopping: () => isStopping })
    } finally {
      await client.end().catch(() => {})
    }
  }

  async function keepBusConnected(): Promise<void> {
    for (let pause = 100; !isStopping; pause = Math.min(pause * 2, 2000)) {
      const startedAt = performance.now()
      await connectAndServeEvents().catch(error => {
        // Stopping the event listener closes its connection, so errors of its running queries need no log entry.
        if (!isStopping)
          log.warn(
            { err: error },
            'bus: the listening connection failed; retrying. Check that the database is reachable',
          )
      })
      if (performance.now() - startedAt > 5000) pause = 100
      if (!isStopping) await sleep(pause)
    }
  }
  const running = keepBusConnected()

  return {
    stop: async () => {
      isStopping = true
      await client?.end().catch(() => {})
      await running
    },
  }
}
