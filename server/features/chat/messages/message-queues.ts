// Messages that wait to be written, in one queue per group and in the order of arrival.
// A group without queued messages is idle. A ready group joins the next batch insert, which serves many groups.
// A chat group is neither idle nor ready while its messages are written or wait for a separate insert.
import type { MessageRow } from '#shared/contracts/chat/chat.schemas.ts'
import type { MessageToWrite } from './write-messages.service.ts'

export interface PendingMessage {
  message: MessageToWrite
  resolve(row: MessageRow): void
  reject(error: unknown): void
}

const maxBatchSize = 100

/**
 * Lists the unique keys of a message: its sender with its client-generated id, and its file id. A batch
 * insert may contain each key only once.
 */
function listUniqueKeys({ user, clientId, fileId }: MessageToWrite): string[] {
  return [`${user.id} ${clientId}`, ...(fileId ? [fileId] : [])]
}

export class MessageQueues {
  /** Message queue of each group that has pending or in-flight messages. */
  readonly #queues = new Map<number, PendingMessage[]>()
  /** Chat groups whose queued messages the next batch insert writes, longest waiting first. */
  readonly #ready = new Set<number>()
  /** Chat groups whose queued messages are not written by the batch insert but by an insert statement per group. */
  readonly #singleGroups = new Set<number>()

  hasReadyGroups(): boolean {
    return this.#ready.size > 0
  }

  /** Queues a message of a chat group. Returns true when the group was idle and is now ready for the batch insert. */
  addPendingMessage(pending: PendingMessage): boolean {
    const { groupId } = pending.message
    const queue = this.#queues.get(groupId)
    if (queue) {
      queue.push(pending)
      return false
    }
    this.#queues.set(groupId, [pending])
    this.#ready.add(groupId)
    return true
  }

  /**
   * Takes queued messages for a batch insert. The batch is limited in size and contains no unique key twice.
   */
  takeNextBatch(): Map<number, PendingMessage[]> {
    const taken = new Map<number, PendingMessage[]>()
    const usedKeys = new Set<string>()
    let capacity = maxBatchSize
    for (const groupId of this.#ready) {
      if (capacity === 0) break
      this.#ready.delete(groupId)
      const queue = this.#queues.get(groupId) ?? []
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

  /** Takes queued messages of the next chat group that needs an insert statement of its own. */
  takeMessagesOfSingleGroup(): { groupId: number; batch: PendingMessage[] } | undefined {
    const [groupId] = this.#singleGroups
    if (groupId === undefined) return undefined
    this.#singleGroups.delete(groupId)
    return { groupId, batch: this.#queues.get(groupId)?.splice(0, maxBatchSize) ?? [] }
  }

  /** Ends the write of a group's messages. Unwritten messages return to the front of the group's queue. */
  finishWriteOfGroup(groupId: number, unwritten: PendingMessage[] = []): void {
    const queue = this.#queues.get(groupId)
    queue?.unshift(...unwritten)
    if (!queue?.length) this.#queues.delete(groupId)
    else if (unwritten.length > 0) this.#singleGroups.add(groupId)
    else this.#ready.add(groupId)
  }

  rejectMessagesOfGroup(groupId: number, error: unknown): void {
    for (const { reject } of this.#queues.get(groupId)?.splice(0) ?? []) reject(error)
  }

  rejectAllMessages(error: unknown): void {
    for (const groupId of this.#queues.keys()) this.rejectMessagesOfGroup(groupId, error)
  }
}
