// One statement in flight a group; what arrives meanwhile goes into the next one. A busy group costs one connection,
// however many speak in it, and all groups together no more than a few.
import { AppError } from '#server/errors.ts'
import type { MessageRow } from '#shared/contracts/chat.ts'
import type { Outgoing, Written } from './write-messages.service.ts'

export interface MessageWriter {
  send(message: Outgoing): Promise<MessageRow>
  /** Resolves once what is now in flight for this group is written, or is not. */
  settled(groupId: number): Promise<void>
  /** Resolves once nothing is in flight. */
  drain(): Promise<void>
}

type Write = (groupId: number, batch: Outgoing[]) => Promise<Pick<Written, 'outcomes'>>

interface Waiting {
  message: Outgoing
  resolve(row: MessageRow): void
  reject(error: unknown): void
}

const mostStatements = 4
const largestBatch = 100

/** `isStalled`: no answer came in time; the database may be gone, or somebody holds on to this one group. */
export function createMessageWriter(
  write: Write,
  isOutage: (error: unknown) => boolean,
  isStalled: (error: unknown) => boolean = () => false,
): MessageWriter {
  const queues = new Map<number, Waiting[]>()
  /** Groups with something to write and nothing in flight, the longest waiting first. */
  const ready = new Set<number>()
  /** The same message sent twice before it is stored is one message. */
  const unsettled = new Map<string, Promise<MessageRow>>()
  const inFlight = new Map<number, Promise<void>>()
  /** Of which no answer came, and no other group was answered since. */
  const stalled = new Set<number>()

  function rejectAll(error: unknown): void {
    for (const queue of queues.values()) for (const { reject } of queue.splice(0)) reject(error)
  }

  /** Whoever waits behind would wait as long again for the same answer; in other groups only if it is not this one alone. */
  function rejectWaiting(groupId: number, error: unknown): void {
    if (isStalled(error)) stalled.add(groupId)
    if (!isStalled(error) || stalled.size > 1) rejectAll(error)
    else for (const { reject } of queues.get(groupId)?.splice(0) ?? []) reject(error)
  }

  /** One message that the database will not have must not take the others of its batch along. */
  async function writeEach(groupId: number, batch: Waiting[]): Promise<void> {
    for (const one of batch) await writeBatch(groupId, [one])
  }

  async function writeBatch(groupId: number, batch: Waiting[]): Promise<void> {
    if (batch.length === 0) return
    try {
      const { outcomes } = await write(
        groupId,
        batch.map(({ message }) => message),
      )
      stalled.clear()
      for (const [index, outcome] of outcomes.entries()) {
        if (outcome instanceof AppError) batch[index]?.reject(outcome)
        else batch[index]?.resolve(outcome)
      }
    } catch (error) {
      if (!isOutage(error) && batch.length > 1) return writeEach(groupId, batch)
      for (const { reject } of batch) reject(error)
      if (isOutage(error)) rejectWaiting(groupId, error)
    }
  }

  async function run(groupId: number, queue: Waiting[]): Promise<void> {
    const writing = writeBatch(groupId, queue.splice(0, largestBatch))
    inFlight.set(groupId, writing)
    await writing
    inFlight.delete(groupId)
    if (queue.length > 0) ready.add(groupId)
    else queues.delete(groupId)
    startNext()
  }

  function startNext(): void {
    for (const groupId of ready) {
      if (inFlight.size >= mostStatements) return
      ready.delete(groupId)
      void run(groupId, queues.get(groupId) ?? [])
    }
  }

  function enqueue(message: Outgoing): Promise<MessageRow> {
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
      const before = unsettled.get(key)
      if (before) return before
      const sending = enqueue(message).finally(() => unsettled.delete(key))
      unsettled.set(key, sending)
      return sending
    },
    settled: async groupId => inFlight.get(groupId),
    drain: async () => {
      await Promise.allSettled(unsettled.values())
    },
  }
}
