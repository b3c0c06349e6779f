// Contexts that services receive: database access, settings, secret key, file storage, log, and the acting user.
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { createDatabaseClientForPool, type Database, type Db } from '#server/db/connection/client.ts'
import { type Replica, ReplicaPool } from '#server/db/connection/replica.ts'
import { runTransaction } from '#server/db/connection/transaction.ts'
import type { createUserConnectionPools } from '#server/db/connection/user-pool.ts'
import { findSessionById, lockSessionRow, type Session } from '#server/sessions/sessions.service.ts'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { type Access, can, isSecondFactorSetupOverdue } from '#shared/policies.ts'
import type { Topic } from '#shared/realtime/topics.ts'
import type { KeyedMutex } from './concurrency/keyed-mutex.ts'
import type { Settings } from './env.ts'
import { forbidden, unauthenticated } from './errors.ts'
import type { Secret } from './secret.ts'
import type { Storage } from './storage.ts'

/** Service context of background work, which has no acting user, and of requests without a signed-in user. */
export interface Context {
  /** Query interface: runs queries on the database, or in the open transaction if there is one. */
  db: Db
  settings: Settings
  secret: Secret
  storage: Storage
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** Runs work in a transaction. Nested calls join the outer transaction. */
  transaction<T>(work: (tx: Context) => Promise<T>): Promise<T>
}

/**
 * Context of a signed-in user. Its `db` is read-only: PostgreSQL refuses writes. Every write happens in a transaction,
 * which first checks session and permissions of the user again. Both may have changed since the request arrived, while
 * its body was being received.
 */
export interface SignedInContext extends Context {
  sessionId: number
  /**
   * Id of the browser window that sent the request. The response tells this window which topics are invalidated; other
   * windows are told by socket.
   */
  window?: string
  /** Realtime topics (kinds of data) that the changes of this request have invalidated so far. */
  invalidatedTopics: Set<Topic>
  /** The acting user. In a transaction: the user's current row, which stays locked until the transaction ends. */
  actor: CurrentUser
  transaction<T>(work: (tx: SignedInContext) => Promise<T>): Promise<T>
  /** Runs a transaction that changes the user's own row or session. Per user, one such transaction runs at a time. */
  changeOwnAccount<T>(work: (tx: SignedInContext) => Promise<T>): Promise<T>
  /**
   * Runs a transaction while no other transaction with the same mutex key runs on this server instance. The user's
   * connection slot is acquired before the mutex, so a user with many requests does not block the mutex for others.
   */
  serialized<T>(mutex: KeyedMutex, key: number, work: (tx: SignedInContext) => Promise<T>): Promise<T>
  /**
   * Checks session and permissions again and returns a new context. Long operations call this function between their
   * steps.
   */
  reauthorize(): Promise<SignedInContext>
  /**
   * Runs `check`, which verifies credentials in the request and throws when they are wrong. Otherwise the request is
   * treated as re-authenticated.
   */
  reauthenticate<T>(check: () => Promise<T>): Promise<T>
}

export type ContextParts = Omit<Context, 'transaction'>

export function createContext(parts: ContextParts): Context {
  return {
    ...parts,
    transaction: work =>
      parts.db.transaction(tx => {
        const context: Context = { ...parts, db: tx, transaction: inner => inner(context) }
        return work(context)
      }),
  }
}

/**
 * Checks status, role and second factor of the user. Services check afterwards whether the user may access the single
 * record.
 */
export function authorize(user: CurrentUser, access: Access): void {
  if (access === 'signed-in' || access === 'public') return
  if (user.status !== 'active') throw forbidden('not_active')
  if (!can(user, access)) throw forbidden()
  if (isSecondFactorSetupOverdue(user) && access !== 'account.manage') throw forbidden('secure_first')
}

/**
 * Throws an error for changes by an active member who has not accepted the current terms of use. Reading stays allowed.
 */
export function requireTermsAccepted(
  user: CurrentUser,
  { beforeTerms }: Pick<AccessRequirements, 'beforeTerms'>,
): void {
  if (user.mustAgree && user.status === 'active' && !beforeTerms) throw forbidden('agree_first')
}

/** Requirements that the caller of an endpoint must meet. */
export interface AccessRequirements {
  access: Access
  /** True when the endpoint requires a recent re-authentication (step-up) or credentials in the same request. */
  proof?: boolean
  /** True when users who have not accepted the current terms of use may call the endpoint. */
  beforeTerms?: boolean
  /**
   * True when the endpoint may read from a replica that lags behind but contains at least the user's own last change.
   */
  mayLag?: boolean
}

export interface DatabasePools {
  main: Database
  /** Pool of database connections that PostgreSQL has set to read-only. */
  reads: Database
  /** Read replica of the database, for requests that accept slightly old data. */
  replica?: Replica
  userPools: ReturnType<typeof createUserConnectionPools>
}

/** Returns the connection pool for reads: the replica's if the endpoint accepts slightly old data, else the primary. */
function createReadPool({ userPools, replica, reads }: DatabasePools, userId: number, mayLag?: boolean) {
  const primaryPool = userPools.of(reads.pool, userId)
  if (!mayLag || !replica) return primaryPool
  return new ReplicaPool(primaryPool, userPools.of(replica.database.pool, userId), () =>
    replica.waitUntilCurrent(userId),
  )
}

export function createSignedInContext(
  parts: ContextParts,
  pools: DatabasePools,
  session: Session,
  { access, proof, beforeTerms, mayLag }: AccessRequirements,
  window?: string,
): SignedInContext {
  const { settings } = parts
  let isReauthenticated = false
  const { id: sessionId, user } = session
  // Prefixing the client's window id with the user id keeps a client from using another user's window id.
  const ownWindow = window && `${user.id}.${window}`

  function openTransaction<T>(
    isOwnChange: boolean,
    work: (tx: SignedInContext) => Promise<T>,
    connectionSource: Pick<Pool, 'connect'> = pools.userPools.of(pools.main.pool, user.id),
  ): Promise<T> {
    const result = runTransaction(connectionSource, async db => {
      const purpose = isOwnChange ? 'change-self' : proof ? 'change-with-proof' : 'change'
      const lockedSession = await lockSessionRow(db, settings, sessionId, purpose, ownWindow)
      if (!lockedSession) throw unauthenticated()
      const { user: actor } = lockedSession
      authorize(actor, access)
      requireTermsAccepted(actor, { beforeTerms })
      if (proof && !isReauthenticated && !lockedSession.isProved) throw forbidden('prove_again')
      const joinTransaction = <R>(inner: (tx: SignedInContext) => Promise<R>): Promise<R> => inner(tx)
      const tx: SignedInContext = {
        ...context,
        db,
        actor,
        transaction: joinTransaction,
        changeOwnAccount: joinTransaction,
        serialized: (_mutex, _key, inner) => inner(tx),
      }
      return work(tx)
    })
    return result.finally(() => pools.replica?.recordUserChange(user.id))
  }

  const context: SignedInContext = {
    ...parts,
    db: createDatabaseClientForPool(createReadPool(pools, user.id, mayLag)),
    sessionId,
    actor: user,
    window: ownWindow,
    invalidatedTopics: new Set(),
    transaction: work => openTransaction(false, work),
    changeOwnAccount: work => openTransaction(true, work),
    serialized: async (mutex, key, work) => {
      const release = await pools.userPools.acquire(user.id)
      try {
        return await mutex(key, () => openTransaction(false, work, pools.main.pool))
      } finally {
        release()
      }
    },
    reauthorize: async () => {
      const currentSession = await findSessionById(pools.main.pool, settings, sessionId)
      if (!currentSession) throw unauthenticated()
      authorize(currentSession.user, access)
      // A long operation checks the recent re-authentication only in its first step; its later steps call reauthorize.
      return createSignedInContext(parts, pools, currentSession, { access, beforeTerms, mayLag }, window)
    },
    reauthenticate: async check => {
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
