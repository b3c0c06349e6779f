// What a service is given: where to read and write, and on whose behalf. Nothing else is passed around.
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { findSessionById, holdSession, type Session } from '#server/sessions/sessions.service.ts'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import type { Topic } from '#shared/contracts/topics.ts'
import { type Access, can, mustSecureFirst } from '#shared/policies.ts'
import type { KeyedMutex } from './concurrency/keyed-mutex.ts'
import { type Database, type Db, databaseOver } from './db/client.ts'
import type { createShares } from './db/personal-pool.ts'
import { LaggingPool, type Replica } from './db/replica.ts'
import { transact } from './db/transaction.ts'
import type { Settings } from './env.ts'
import { forbidden, unauthenticated } from './errors.ts'
import type { Secret } from './secret.ts'
import type { Storage } from './storage.ts'

/** Of the program itself, and of calls that need no account. */
export interface Context {
  /** The database, or the transaction that is open. */
  db: Db
  settings: Settings
  secret: Secret
  storage: Storage
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** All of it or nothing. Within a transaction: part of that one. */
  transaction<T>(work: (tx: Context) => Promise<T>): Promise<T>
}

/**
 * Of somebody who is signed in. Their `db` can only read: PostgreSQL refuses everything else. Whatever changes
 * something does so in a transaction, and that begins by asking again whether the session lives and the person
 * still may: what held when the request came in may be long past when its body is complete.
 */
export interface SignedIn extends Context {
  sessionId: number
  /** Which of the person's windows asks; it learns by the answer what the others learn over the socket. */
  window?: string
  /** What its changes have touched so far. */
  touched: Set<Topic>
  /** In a transaction as they are now, and cannot be changed by others before it ends. */
  actor: CurrentUser
  transaction<T>(work: (tx: SignedIn) => Promise<T>): Promise<T>
  /** For changes of one's own row or session: two of them at once come one after the other. */
  changeSelf<T>(work: (tx: SignedIn) => Promise<T>): Promise<T>
  /**
   * One after the other at a door that everybody uses. One's own share of connections is taken before the door: whoever
   * keeps themselves busy waits in front of it, and not in it.
   */
  inTurn<T>(door: KeyedMutex, key: number, work: (tx: SignedIn) => Promise<T>): Promise<T>
  /** The same, judged once more: between the parts of what takes long. */
  judgedAgain(): Promise<SignedIn>
  /** The call itself brings along what shows who makes it, unless this throws. Meanwhile guesses can be counted. */
  prove<T>(check: () => Promise<T>): Promise<T>
}

export type Parts = Omit<Context, 'transaction'>

export function createContext(parts: Parts): Context {
  return {
    ...parts,
    transaction: work =>
      parts.db.transaction(tx => {
        const context: Context = { ...parts, db: tx, transaction: inner => inner(context) }
        return work(context)
      }),
  }
}

/** The coarse question, before any record is known: may somebody like this call it at all? */
export function judge(user: CurrentUser, access: Access): void {
  if (access === 'signed-in' || access === 'public') return
  if (user.status !== 'active') throw forbidden('not_active')
  if (!can(user, access)) throw forbidden()
  if (mustSecureFirst(user) && access !== 'account.manage') throw forbidden('secure_first')
}

/** A member who is asked for new terms looks around as before, and changes nothing until they have agreed. */
export function requireAgreed(user: CurrentUser, { beforeTerms }: Pick<Demands, 'beforeTerms'>): void {
  if (user.mustAgree && user.status === 'active' && !beforeTerms) throw forbidden('agree_first')
}

/** What a call asks of whoever makes it. */
export interface Demands {
  access: Access
  /** An open browser alone is not enough: they have lately proved who they are, or do so with the call. */
  proof?: boolean
  /** A change that is open also to whoever has not agreed to the terms in force. */
  beforeTerms?: boolean
  /** What it reads may be a moment old, as long as it is not older than what the person knows of. */
  mayLag?: boolean
}

export interface Pools {
  main: Database
  /** Connections by which nothing can be changed. */
  reads: Database
  /** A copy that follows, for what may be a moment old. */
  replica?: Replica
  shares: ReturnType<typeof createShares>
}

export function createSignedIn(
  parts: Parts,
  pools: Pools,
  session: Session,
  { access, proof, beforeTerms, mayLag }: Demands,
  window?: string,
): SignedIn {
  const { settings } = parts
  let isProofGiven = false
  const { id: sessionId, user } = session
  // Bound to the person: nobody else's window can be named.
  const ownWindow = window && `${user.id}.${window}`
  const mine = (pool: Pool) => pools.shares.of(pool, user.id)

  function open<T>(
    isOwnChange: boolean,
    work: (tx: SignedIn) => Promise<T>,
    lender: Pick<Pool, 'connect'> = mine(pools.main.pool),
  ): Promise<T> {
    const done = transact(lender, async db => {
      const purpose = isOwnChange ? 'change-self' : proof ? 'change-with-proof' : 'change'
      const held = await holdSession(db, settings, sessionId, purpose, ownWindow)
      if (!held) throw unauthenticated()
      const { user: actor } = held
      judge(actor, access)
      requireAgreed(actor, { beforeTerms })
      if (proof && !isProofGiven && !held.isProved) throw forbidden('prove_again')
      const join = <R>(inner: (tx: SignedIn) => Promise<R>): Promise<R> => inner(tx)
      const tx: SignedIn = {
        ...context,
        db,
        actor,
        transaction: join,
        changeSelf: join,
        inTurn: (_door, _key, inner) => inner(tx),
      }
      return work(tx)
    })
    return done.finally(() => pools.replica?.noteChange(user.id))
  }

  function openReads() {
    const { replica, reads } = pools
    if (!mayLag || !replica) return mine(reads.pool)
    return new LaggingPool(mine(reads.pool), mine(replica.database.pool), () => replica.isFit(user.id))
  }

  const context: SignedIn = {
    ...parts,
    db: databaseOver(openReads()),
    sessionId,
    actor: user,
    window: ownWindow,
    touched: new Set(),
    transaction: work => open(false, work),
    changeSelf: work => open(true, work),
    inTurn: async (door, key, work) => {
      const release = await pools.shares.acquire(user.id)
      try {
        return await door(key, () => open(false, work, pools.main.pool))
      } finally {
        release()
      }
    },
    judgedAgain: async () => {
      const now = await findSessionById(pools.main.pool, settings, sessionId)
      if (!now) throw unauthenticated()
      judge(now.user, access)
      // What began with a proof may take longer than it lasts.
      return createSignedIn(parts, pools, now, { access, beforeTerms, mayLag }, window)
    },
    prove: async check => {
      const before = isProofGiven
      isProofGiven = true
      try {
        return await check()
      } catch (error) {
        isProofGiven = before
        throw error
      }
    },
  }
  return context
}
