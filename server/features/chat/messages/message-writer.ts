// Batches message inserts across groups. At most one batch statement runs at a time; later messages wait for the next.
// The batch statement never waits for row locks, because it skips locked groups.
// Messages of a locked or failing group are written by a separate statement, so they block no other group.
// Batching message inserts keeps the number of database connections small, however many users send messages.
import { AppError } from '#server/errors.ts'
import type { MessageRow } from '#shared/contracts/chat/chat.schemas.ts'
import type { MessageToWrite, WriteResult } from './write-messages.service.ts'

export interface MessageWriter {
  send(message: MessageToWrite): Promise<MessageRow>
  /** Resolves when the current message write of this group has finished, successfully or not. */
  waitForGroup(groupId: number): Promise<void>
  /** Resolves when no message write is in flight. */
  drain(): Promise<void>
}

type Outcome = WriteResult['outcomes'][number]

interface WriteOperations {
  /**
   * Writes messages of many groups.
   * The outcome of a message is undefined when another transaction has locked its group.
   */
  writeBatch(batch: MessageToWrite[]): Promise<(Outcome | undefined)[]>
  /** Writes messages of one group and waits for the group lock. */
  writeGroup(batch: MessageToWrite[]): Promise<Outcome[]>
}

interface PendingMessage {
  message: MessageToWrite
  resolve(row: MessageRow): void
  reject(error: unknown): void
}

const maxSingleGroupWrites = 3
const maxBatchSize = 100

/** Lists the keys of a message that may occur only once per insert statement: sender id with client id, and file id. */
function listUniqueKeys({ user, clientId, fileId }: MessageToWrite): string[] {
  return [`${user.id} ${clientId}`, ...(fileId ? [fileId] : [])]
}

function settleMessage({ resolve, reject }: PendingMessage, outcome: Outcome): void {
  if (outcome instanceof AppError) reject(outcome)
  else resolve(outcome)
}

interface Failures {
  isOutage(error: unknown): boolean
  /** True when the insert timed out: the database is unreachable, or another transaction holds a lock it needs. */
  isStalled(error: unknown): boolean
  /** True when the database reported that another transaction holds a lock that the insert needs. */
  isHeld(error: unknown): boolean
}

export function createMessageWriter(write: WriteOperations, failures: Failures): MessageWriter {
  const { isOutage, isStalled, isHeld } = failures
  /** Message queue of each group that has pending or in-flight messages. */
  const queues = new Map<number, PendingMessage[]>()
  /** Groups that go into the next batch statement, longest waiting first. */
  const ready = new Set<number>()
  /** Groups whose messages are written by a separate statement for each group. */
  const singleGroups = new Set<number>()
  /** True while a batch statement is scheduled or in flight. */
  let isBatchRunning = false
  let singleGroupWrites = 0
  /** Promise per message that is not stored yet, so that a message sent twice meanwhile is written once. */
  const unsettled = new Map<string, Promise<MessageRow>>()
  const inFlight = new Map<number, Promise<void>>()
  /** Groups whose last message write timed out, with no successful write of any group since. */
  const stalled = new Set<number>()

  function rejectAll(error: unknown): void {
    for (const queue of queues.values()) for (const { reject } of queue.splice(0)) reject(error)
  }

  /**
   * Rejects queued messages after an outage, because they would only wait for the same failure.
   * Queued messages of other groups are rejected too, unless only one group is affected by a lock or timeout.
   */
  function rejectPending(groupId: number, error: unknown): void {
    if (isStalled(error)) stalled.add(groupId)
    const isOnlyThisGroup = isHeld(error) || (isStalled(error) && stalled.size === 1)
    if (!isOnlyThisGroup) rejectAll(error)
    else for (const { reject } of queues.get(groupId)?.splice(0) ?? []) reject(error)
  }

  /** Writes the messages one by one, so that one invalid message does not reject the other messages of its batch. */
  async function writeOneByOne(groupId: number, batch: PendingMessage[]): Promise<void> {
    for (const pending of batch) await writeBatch(groupId, [pending])
  }

  async function writeBatch(groupId: number, batch: PendingMessage[]): Promise<void> {
    if (batch.length === 0) return
    try {
      const outcomes = await write.writeGroup(batch.map(({ message }) => message))
      stalled.clear()
      for (const [index, pending] of batch.entries()) settleMessage(pending, outcomes[index] as Outcome)
    } catch (error) {
      if (!isOutage(error) && batch.length > 1) return writeOneByOne(groupId, batch)
      for (const { reject } of batch) reject(error)
      if (isOutage(error)) rejectPending(groupId, error)
    }
  }

  function finish(groupId: number): void {
    inFlight.delete(groupId)
    if (queues.get(groupId)?.length) ready.add(groupId)
    else queues.delete(groupId)
  }

  async function runSingleGroup(groupId: number): Promise<void> {
    singleGroupWrites++
    const writing = writeBatch(groupId, queues.get(groupId)?.splice(0, maxBatchSize) ?? [])
    inFlight.set(groupId, writing)
    await writing
    singleGroupWrites--
    finish(groupId)
    startNext()
  }

  /** Takes messages from each ready group until the batch is full or a unique key would repeat. */
  function takeBatch(): Map<number, PendingMessage[]> {
    const taken = new Map<number, PendingMessage[]>()
    const usedKeys = new Set<string>()
    let capacity = maxBatchSize
    for (const groupId of ready) {
      if (capacity === 0) break
      ready.delete(groupId)
      const queue = queues.get(groupId) ?? []
      let count = 0
      for (const { message } of queue.slice(0, capacity)) {
        const keys = listUniqueKeys(message)
        if (keys.some(uniqueKey => usedKeys.has(uniqueKey))) break
        for (const uniqueKey of keys) usedKeys.add(uniqueKey)
        count++
      }
      capacity -= count
      taken.set(groupId, queue.splice(0, count))
    }
    return taken
  }

  /**
   * Writes a batch and returns unwritten messages to retry per group. Returns none after an outage, which rejects all.
   */
  async function tryBatch(batch: PendingMessage[]): Promise<Set<PendingMessage>> {
    const unwritten = new Set<PendingMessage>(batch)
    if (batch.length === 0) return unwritten
    try {
      const outcomes = await write.writeBatch(batch.map(({ message }) => message))
      stalled.clear()
      for (const [index, pending] of batch.entries()) {
        const outcome = outcomes[index]
        if (!outcome) continue
        settleMessage(pending, outcome)
        unwritten.delete(pending)
      }
    } catch (error) {
      if (!isOutage(error) || isHeld(error)) return unwritten
      for (const { reject } of batch) reject(error)
      rejectAll(error)
      unwritten.clear()
    }
    return unwritten
  }

  async function runBatch(): Promise<void> {
    const taken = takeBatch()
    const writing = tryBatch([...taken.values()].flat())
    const settled = writing.then(() => {})
    for (const groupId of taken.keys()) inFlight.set(groupId, settled)
    const unwritten = await writing
    for (const [groupId, batch] of taken) {
      const remaining = batch.filter(pending => unwritten.has(pending))
      queues.get(groupId)?.unshift(...remaining)
      finish(groupId)
      if (remaining.length > 0 && ready.delete(groupId)) singleGroups.add(groupId)
    }
    isBatchRunning = false
    startNext()
  }

  function startNext(): void {
    for (const groupId of singleGroups) {
      if (singleGroupWrites >= maxSingleGroupWrites) break
      singleGroups.delete(groupId)
      void runSingleGroup(groupId)
    }
    if (isBatchRunning || ready.size === 0) return
    isBatchRunning = true
    // The message batch starts after the current turn of the event loop, so it includes all messages of that turn.
    setImmediate(() => void runBatch())
  }

  function enqueue(message: MessageToWrite): Promise<MessageRow> {
    return new Promise((resolve, reject) => {
      const queue = queues.get(message.groupId)
      if (queue) {
        queue.push({ message, resolve, reject })
        return
      }
      queues.set(message.groupId, [{ message, resolve, reject }])
      ready.add(message.groupId)
      startNext()
    })
  }

  return {
    send: message => {
      const key = `${message.groupId} ${message.user.id} ${message.clientId}`
      const existing = unsettled.get(key)
      if (existing) return existing
      const sending = enqueue(message).finally(() => unsettled.delete(key))
      unsettled.set(key, sending)
      return sending
    },
    waitForGroup: async groupId => inFlight.get(groupId),
    drain: async () => {
      await Promise.allSettled(unsettled.values())
    },
  }
}
