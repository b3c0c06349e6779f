// Writes chat messages of all groups with batch inserts. At most one batch insert runs at a time.
// Messages that arrive while a batch insert runs wait for the next batch insert.
// The batch insert of messages never waits for locked groups: it skips them, and they are written separately.
// Messages of a locked or failing group are written by a separate statement, so they block no other group.
// Writing messages in batches keeps the number of database connections small, however many users send messages.
import type { MessageRow } from '#shared/contracts/chat/chat.schemas.ts'
import { createMessageBatchWriter, type Failures, type WriteOperations } from './message-batch-writer.ts'
import { MessageQueues, type PendingMessage } from './message-queues.ts'
import type { MessageToWrite } from './write-messages.service.ts'

export interface MessageWriter {
  send(message: MessageToWrite): Promise<MessageRow>
  /** Resolves when the current message write of the group has finished, successfully or not. */
  waitForGroup(groupId: number): Promise<void>
  /** Resolves when every message that was passed to `send` is stored or rejected. */
  drain(): Promise<void>
}

const maxSingleGroupWrites = 3

export function createMessageWriter(write: WriteOperations, failures: Failures): MessageWriter {
  const queues = new MessageQueues()
  const statements = createMessageBatchWriter(write, failures, queues)
  /** True while an insert of messages of several groups is scheduled or running. */
  let isBatchRunning = false
  let singleGroupWrites = 0
  /** One promise for each message that is not stored yet, so that a message sent twice is written only once. */
  const unsettled = new Map<string, Promise<MessageRow>>()
  const inFlight = new Map<number, Promise<void>>()

  function finishWriteOfGroup(groupId: number, unwritten?: PendingMessage[]): void {
    inFlight.delete(groupId)
    queues.finishWriteOfGroup(groupId, unwritten)
  }

  async function writeMessagesOfSingleGroup(groupId: number, batch: PendingMessage[]): Promise<void> {
    singleGroupWrites++
    const writing = statements.writeGroup(groupId, batch)
    inFlight.set(groupId, writing)
    await writing
    singleGroupWrites--
    finishWriteOfGroup(groupId)
    startNextWrites()
  }

  async function writeNextBatch(): Promise<void> {
    const taken = queues.takeNextBatch()
    const writing = statements.tryBatch([...taken.values()].flat())
    const settled = writing.then(() => {})
    for (const groupId of taken.keys()) inFlight.set(groupId, settled)
    const unwritten = await writing
    for (const [groupId, batch] of taken)
      finishWriteOfGroup(
        groupId,
        batch.filter(pending => unwritten.has(pending)),
      )
    isBatchRunning = false
    startNextWrites()
  }

  function startNextWrites(): void {
    while (singleGroupWrites < maxSingleGroupWrites) {
      const next = queues.takeMessagesOfSingleGroup()
      if (!next) break
      void writeMessagesOfSingleGroup(next.groupId, next.batch)
    }
    if (isBatchRunning || !queues.hasReadyGroups()) return
    isBatchRunning = true
    // The batch insert starts after the current event loop turn, so that it includes all messages sent in that turn.
    setImmediate(() => void writeNextBatch())
  }

  function enqueueMessage(message: MessageToWrite): Promise<MessageRow> {
    return new Promise((resolve, reject) => {
      if (queues.addPendingMessage({ message, resolve, reject })) startNextWrites()
    })
  }

  return {
    send: message => {
      const key = `${message.groupId} ${message.user.id} ${message.clientId}`
      const existing = unsettled.get(key)
      if (existing) return existing
      const sending = enqueueMessage(message).finally(() => unsettled.delete(key))
      unsettled.set(key, sending)
      return sending
    },
    waitForGroup: async groupId => inFlight.get(groupId),
    drain: async () => {
      await Promise.allSettled(unsettled.values())
    },
  }
}
