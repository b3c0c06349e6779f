// The database is the bus between instances: what a transaction announces is heard by all of them once it has
// committed, and by none if it has not. A connection of its own listens, and comes back by itself.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { SignalPart } from '#shared/contracts/calls.ts'
import { connectClient, type Db } from './client.ts'

const channel = 'perantau'

/** Who is told: certain people, the members of a group, or everybody whose reach covers a person or club there. */
export interface Audience {
  users?: number[]
  group?: number
  reach?: { country: string | null; clubId: number | null }
  everybody?: true
}

export type Signal =
  | { type: 'refresh'; urls: string[]; to: Audience }
  /** Sent by a trigger: sessions ended, or somebody's status, role or place changed. */
  | { type: 'sessions' }
  /** Sent by a trigger: people came into a group or left it. */
  | { type: 'members'; groupId: number; added?: number[]; removed?: number[] }
  /** Sent by the statement that inserts: the group has come so far, and these people have read so far. */
  | { type: 'messages'; groupId: number; seq: number; reads: [userId: number, lastReadSeq: number][] }
  | { type: 'read'; groupId: number; reads: [userId: number, lastReadSeq: number][] }
  /** Of encrypted groups: who may read, or the key they read with. */
  | { type: 'encryption'; changed: 'roster' | 'epoch'; groupIds: number[] }
  /** Somebody came or went, declined, or it is over; how it stands is read by whoever tells of it. */
  | { type: 'call'; id: string; groupId: number }
  /** Sealed, for one person's devices. */
  | { type: 'call-signal'; to: number; part: SignalPart }

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

  async function hear(): Promise<void> {
    client = await connectClient(url)
    const ended = new Promise<void>(resolve => client?.once('end', resolve))
    // Told to stop while it was on its way there.
    if (isStopping) return client.end()
    client.on('notification', ({ payload }) => handlers.onSignal(JSON.parse(payload ?? '{}') as Signal))
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
