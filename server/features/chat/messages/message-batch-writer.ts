// Runs the insert statements of the message writer, resolves or rejects each written message, and handles failures.
import { AppError } from '#server/errors.ts'
import type { MessageQueues, PendingMessage } from './message-queues.ts'
import type { MessageToWrite, WriteResult } from './write-messages.service.ts'

type Outcome = WriteResult['outcomes'][number]

export interface WriteOperations {
  /**
   * Writes messages of many groups.
   * The outcome of a message is undefined when another transaction has locked its group.
   */
  writeBatch(batch: MessageToWrite[]): Promise<(Outcome | undefined)[]>
  /** Writes messages of one chat group with an insert statement that waits until no transaction locks the group. */
  writeGroup(batch: MessageToWrite[]): Promise<Outcome[]>
}

export interface Failures {
  isOutage(error: unknown): boolean
  /** True when the message insert timed out: database unreachable, or another transaction holds a needed lock. */
  isStalled(error: unknown): boolean
  /** True when the database reported that another transaction holds a lock that the message insert needs. */
  isHeld(error: unknown): boolean
}

function settlePendingMessage({ resolve, reject }: PendingMessage, outcome: Outcome): void {
  if (outcome instanceof AppError) reject(outcome)
  else resolve(outcome)
}

export function createMessageBatchWriter(write: WriteOperations, failures: Failures, queues: MessageQueues) {
  const { isOutage, isStalled, isHeld } = failures
  /** Chat groups whose last message write timed out. A successful write of any group clears the set. */
  const stalled = new Set<number>()

  /**
   * Rejects queued messages after an outage, because they would only wait for the same failure.
   * Queued messages of other groups are rejected too, unless only one group is affected by a lock or timeout.
   */
  function rejectPendingMessages(groupId: number, error: unknown): void {
    if (isStalled(error)) stalled.add(groupId)
    const isOnlyThisGroup = isHeld(error) || (isStalled(error) && stalled.size === 1)
    if (isOnlyThisGroup) queues.rejectMessagesOfGroup(groupId, error)
    else queues.rejectAllMessages(error)
  }

  /** Writes the messages one by one, so that one invalid message does not reject the other messages of its batch. */
  async function writeMessagesOneByOne(groupId: number, batch: PendingMessage[]): Promise<void> {
    for (const pending of batch) await writeMessagesOfGroup(groupId, [pending])
  }

  async function writeMessagesOfGroup(groupId: number, batch: PendingMessage[]): Promise<void> {
    if (batch.length === 0) return
    try {
      const outcomes = await write.writeGroup(batch.map(({ message }) => message))
      stalled.clear()
      for (const [index, pending] of batch.entries())
        settlePendingMessage(pending, outcomes[index] as Outcome)
    } catch (error) {
      if (!isOutage(error) && batch.length > 1) return writeMessagesOneByOne(groupId, batch)
      for (const { reject } of batch) reject(error)
      if (isOutage(error)) rejectPendingMessages(groupId, error)
    }
  }

  /**
   * Writes a batch and returns unwritten messages to retry per group. Returns none after an outage, which rejects all.
   */
  async function tryToWriteBatch(batch: PendingMessage[]): Promise<Set<PendingMessage>> {
    const unwritten = new Set<PendingMessage>(batch)
    if (batch.length === 0) return unwritten
    try {
      const outcomes = await write.writeBatch(batch.map(({ message }) => message))
      stalled.clear()
      for (const [index, pending] of batch.entries()) {
        const outcome = outcomes[index]
        if (!outcome) continue
        settlePendingMessage(pending, outcome)
        unwritten.delete(pending)
      }
    } catch (error) {
      if (!isOutage(error) || isHeld(error)) return unwritten
      for (const { reject } of batch) reject(error)
      queues.rejectAllMessages(error)
      unwritten.clear()
    }
    return unwritten
  }

  return { writeGroup: writeMessagesOfGroup, tryBatch: tryToWriteBatch }
}
