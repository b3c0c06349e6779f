// Contexts that services receive: database access, settings, secret, storage, log, and the acting user.
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

/** Context of the server itself and of requests without an account. */
export interface Context {
  /** The database, or the open transaction. */
  db: Db
  settings: Settings
  secret: Secret
  storage: Storage
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** Runs work in a transaction. Nested calls join the outer transaction. */
  transaction<T>(work: (tx: Context) => Promise<T>): Promise<T>
}

/**
 * Context of a signed-in user. Its `db` is read-only: PostgreSQL refuses writes.
 * Every write happens in a transaction, which first checks the session and the user's permissions again.
 * Session and permissions may have changed since the request arrived, while its body was being received.
 */
export interface SignedIn extends Context {
  sessionId: number
  /** Id of the browser window that sent the request. It gets invalidated topics with the response, not by socket. */
  window?: string
  /** Topics that the changes of this request have invalidated so far. */
  touched: Set<Topic>
  /** The acting user. In a transaction: the current row, locked against changes until the transaction ends. */
  actor: CurrentUser
  transaction<T>(work: (tx: SignedIn) => Promise<T>): Promise<T>
  /** Runs a transaction that changes the user's own row or session. Concurrent calls run one after the other. */
  changeSelf<T>(work: (tx: SignedIn) => Promise<T>): Promise<T>
  /**
   * Runs a transaction while holding a shared mutex for the key.
   * The user's connection slot is acquired before the mutex, so a user with many requests does not block the mutex.
   */
  inTurn<T>(mutex: KeyedMutex, key: number, work: (tx: SignedIn) => Promise<T>): Promise<T>
  /** Returns a new context after checking session and permissions again. Long operations call it between steps. */
  judgedAgain(): Promise<SignedIn>
  /** Marks the request as re-authenticated while `check` verifies its credentials. Undone when `check` throws. */
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

/** Checks status, role and second factor. Record-level checks follow in the service. */
export function judge(user: CurrentUser, access: Access): void {
  if (access === 'signed-in' || access === 'public') return
  if (user.status !== 'active') throw forbidden('not_active')
  if (!can(user, access)) throw forbidden()
  if (mustSecureFirst(user) && access !== 'account.manage') throw forbidden('secure_first')
}

/** Rejects changes by an active member who has not accepted the current terms. Reading stays allowed. */
export function requireAgreed(user: CurrentUser, { beforeTerms }: Pick<Demands, 'beforeTerms'>): void {
  if (user.mustAgree && user.status === 'active' && !beforeTerms) throw forbidden('agree_first')
}

/** Requirements of an endpoint on its caller. */
export interface Demands {
  access: Access
  /** Requires a recent re-authentication (step-up) or credentials in the same request. */
  proof?: boolean
  /** Allows the change to users who have not accepted the current terms. */
  beforeTerms?: boolean
  /** Allows reading from a replica that contains at least the changes the user knows of. */
  mayLag?: boolean
}

export interface Pools {
  main: Database
  /** Pool of read-only connections. */
  reads: Database
  /** Read replica for requests that accept slightly old data. */
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
  let isReauthenticated = false
  const { id: sessionId, user } = session
  // Prefixed with the user id, so that no client can name a window of another user.
  const ownWindow = window && `${user.id}.${window}`
  const getUserPool = (pool: Pool) => pools.shares.of(pool, user.id)

  function openTransaction<T>(
    isOwnChange: boolean,
    work: (tx: SignedIn) => Promise<T>,
    connectionSource: Pick<Pool, 'connect'> = getUserPool(pools.main.pool),
  ): Promise<T> {
    const result = transact(connectionSource, async db => {
      const purpose = isOwnChange ? 'change-self' : proof ? 'change-with-proof' : 'change'
      const lockedSession = await holdSession(db, settings, sessionId, purpose, ownWindow)
      if (!lockedSession) throw unauthenticated()
      const { user: actor } = lockedSession
      judge(actor, access)
      requireAgreed(actor, { beforeTerms })
      if (proof && !isReauthenticated && !lockedSession.isProved) throw forbidden('prove_again')
      const join = <R>(inner: (tx: SignedIn) => Promise<R>): Promise<R> => inner(tx)
      const tx: SignedIn = {
        ...context,
        db,
        actor,
        transaction: join,
        changeSelf: join,
        inTurn: (_mutex, _key, inner) => inner(tx),
      }
      return work(tx)
    })
    return result.finally(() => pools.replica?.noteChange(user.id))
  }

  function createReadPool() {
    const { replica, reads } = pools
    if (!mayLag || !replica) return getUserPool(reads.pool)
    return new LaggingPool(getUserPool(reads.pool), getUserPool(replica.database.pool), () =>
      replica.isFit(user.id),
    )
  }

  const context: SignedIn = {
    ...parts,
    db: databaseOver(createReadPool()),
    sessionId,
    actor: user,
    window: ownWindow,
    touched: new Set(),
    transaction: work => openTransaction(false, work),
    changeSelf: work => openTransaction(true, work),
    inTurn: async (mutex, key, work) => {
      const release = await pools.shares.acquire(user.id)
      try {
        return await mutex(key, () => openTransaction(false, work, pools.main.pool))
      } finally {
        release()
      }
    },
    judgedAgain: async () => {
      const currentSession = await findSessionById(pools.main.pool, settings, sessionId)
      if (!currentSession) throw unauthenticated()
      judge(currentSession.user, access)
      // A long operation may outlast the re-authentication it started with, so it is not required again.
      return createSignedIn(parts, pools, currentSession, { access, beforeTerms, mayLag }, window)
    },
    prove: async check => {
      const wasReauthenticated = isReauthenticated
      isReauthenticated = true
      try {
        return await check()
      } catch (error) {
        isReauthenticated = wasReauthenticated
        throw error
      }
    },
  }
  return context
}
