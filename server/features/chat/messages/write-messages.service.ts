// Inserts many messages of one or several groups with a single SQL statement, which is its own transaction.
// The message insert checks permissions, assigns sequence numbers, updates read positions, publishes events.
import type { Pool } from 'pg'
import type { Db } from '#server/db/connection/client.ts'
import { notifyCommitSubscribers } from '#server/db/connection/connection-modes.ts'
import { prepareStatement } from '#server/db/connection/prepared-statements.ts'
import { findViolatedUniqueConstraint } from '#server/db/errors/database-errors.ts'
import { type AppError, badInput, conflict, notFound } from '#server/errors.ts'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { type MessageRow, maxMessageLength } from '#shared/contracts/chat/chat.schemas.ts'
import { encryptedContentPattern, encryptionMark } from '#shared/e2ee/encrypted-message.ts'
import { buildInsertStatement, type InsertedRow } from './insert-messages.queries.ts'
import { listMentionedUserIds } from './list-mentioned-user-ids.ts'
import { findMessagesByIds } from './messages.queries.ts'

export interface MessageToWrite {
  groupId: number
  user: Pick<CurrentUser, 'id' | 'fullName' | 'profileImageUrl'>
  sessionId: number
  clientId: string
  content: string
  messageType: string
  metadata: Record<string, unknown> | null
  /** Id of the sender's upload that is attached to the message. */
  fileId?: string
}

/**
 * Lock timeouts in milliseconds for batch and single-group inserts. Their sum is below the request timeout.
 * When a lock timeout expires, PostgreSQL cancels the statement and releases its locks.
 */
const [batchLockTimeout, groupLockTimeout] = [300, 1000]

const insertBatch = prepareStatement<InsertedRow>(
  'insert-together',
  buildInsertStatement(batchLockTimeout, 'skip locked'),
)
const insertIntoGroup = prepareStatement<InsertedRow>('insert-alone', buildInsertStatement(groupLockTimeout))

/** Returns the epoch (group key) in which the message was encrypted, or null when the content is no ciphertext. */
function readEpochMark({ content, metadata }: MessageToWrite): string | null {
  const { data } = encryptionMark.safeParse(metadata?.e2ee)
  return data && encryptedContentPattern.test(content) ? `${data.n}.${data.eid}` : null
}

const buildInsertParameters = (batch: MessageToWrite[]) => [
  batch.map(({ groupId }) => groupId),
  batch.map(({ user }) => user.id),
  batch.map(({ clientId }) => clientId),
  batch.map(({ content }) => content),
  batch.map(({ messageType }) => messageType),
  batch.map(({ metadata }) => metadata && JSON.stringify(metadata)),
  batch.map(readEpochMark),
  batch.map(({ content }) => content.length > maxMessageLength),
  batch.map(({ sessionId }) => sessionId),
  batch.map(({ metadata }) => listMentionedUserIds(metadata).length > 0),
  batch.map(({ fileId = null }) => fileId),
]

/**
 * Returns true when the insert violated a unique constraint: another instance stored the same client id or file.
 * Returns true as well when the file was deleted. The statement was rolled back, so the sequence has no gap.
 */
function isConcurrentDuplicate(error: unknown): boolean {
  return findViolatedUniqueConstraint(error) !== undefined
}

/** Returns true when a valid message was not inserted because its group was just closed or became encrypted. */
function wasGroupChanged({ id, isSpeaker, refusal }: InsertedRow): boolean {
  return id === null && isSpeaker && refusal === null
}

async function insertOrFindMessages(pool: Pool, batch: MessageToWrite[], tries = 3): Promise<InsertedRow[]> {
  try {
    const { rows } = await insertIntoGroup(pool, buildInsertParameters(batch))
    if (tries === 0 || !rows.some(wasGroupChanged)) return rows
    return insertOrFindMessages(pool, batch, tries - 1)
  } catch (error) {
    if (tries === 0 || !isConcurrentDuplicate(error)) throw error
    return insertOrFindMessages(pool, batch, tries - 1)
  }
}

const newMessageDefaults = {
  isHidden: false,
  isDeleted: false,
  editedAt: null,
  revision: null,
  reactionCount: 0,
  reactions: [],
  changeSeq: 0,
}

type Outcome = MessageRow | AppError

export interface WriteResult<Each = Outcome> {
  /** Result of each message of the batch: the stored message, or the error that prevented it from being stored. */
  outcomes: Each[]
  /** Newly inserted messages. Within each group their sequence numbers ascend without gaps. */
  newMessages: MessageRow[]
}

async function buildWriteResult(
  db: Db,
  batch: MessageToWrite[],
  rows: InsertedRow[],
): Promise<WriteResult<Outcome | undefined>> {
  const knownIds = rows.filter(({ isKnown }) => isKnown).map(({ id }) => id as number)
  const stored = new Map((await findMessagesByIds(db, knownIds)).map(message => [message.id, message]))
  const fresh: MessageRow[] = []
  const outcomes = rows.map(({ place, id, seq, createdAt, isKnown, isSpeaker, refusal }) => {
    const { user, sessionId: _, fileId: __, ...content } = batch[place - 1] as MessageToWrite
    if (isKnown) {
      const message = stored.get(id as number)
      // The client has already used this message id in another group, so the request fails with 409.
      return message?.groupId === content.groupId ? message : conflict()
    }
    if (!isSpeaker) return notFound()
    if (refusal) return refusal === 'bad_input' ? badInput() : conflict(refusal)
    if (id === null || seq === null || !createdAt) return undefined
    const { id: senderId, fullName, profileImageUrl } = user
    const sender = { fullName, profileImageUrl }
    const message = { ...content, ...newMessageDefaults, id, seq, createdAt, senderId, sender }
    fresh.push(message)
    return message
  })
  return { outcomes, newMessages: fresh }
}

/**
 * Writes messages of any groups without waiting for locks.
 * An outcome is undefined when another transaction has locked the group or the sender.
 * No two messages of a batch may share sender and client id, or the file.
 */
export async function writeMessagesSkippingLockedGroups(db: Db, pool: Pool, batch: MessageToWrite[]) {
  const { rows } = await insertBatch(pool, buildInsertParameters(batch))
  notifyCommitSubscribers(pool)
  return buildWriteResult(db, batch, rows)
}

/**
 * Writes messages of one group and waits for the group lock. No two messages may have the same sender and
 * client-generated id.
 */
export async function writeMessagesOfOneGroup(
  db: Db,
  pool: Pool,
  batch: MessageToWrite[],
): Promise<WriteResult> {
  const rows = await insertOrFindMessages(pool, batch)
  notifyCommitSubscribers(pool)
  const { outcomes, newMessages } = await buildWriteResult(db, batch, rows)
  return { outcomes: outcomes.map(outcome => outcome ?? conflict('group_closed')), newMessages: newMessages }
}
