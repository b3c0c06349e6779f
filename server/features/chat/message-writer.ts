// What is said in all groups goes into one statement, one at a time: what arrives meanwhile goes into the next one. That
// statement waits for nobody. A group that somebody else holds, or that makes the statement fail, is written by itself,
// so that it holds up no other. However many speak, all of it costs no more than a few connections.
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

type Outcome = Written['outcomes'][number]

interface Write {
  /** Of many groups; undefined: its group is held by somebody else. */
  together(batch: Outgoing[]): Promise<(Outcome | undefined)[]>
  /** Of one group, for which it waits. */
  alone(batch: Outgoing[]): Promise<Outcome[]>
}

interface Waiting {
  message: Outgoing
  resolve(row: MessageRow): void
  reject(error: unknown): void
}

const mostAlone = 3
const largestBatch = 100

/** What one statement can say only once. */
function rulesOf({ user, clientId, fileId }: Outgoing): string[] {
  return [`${user.id} ${clientId}`, ...(fileId ? [fileId] : [])]
}

function settle({ resolve, reject }: Waiting, outcome: Outcome): void {
  if (outcome instanceof AppError) reject(outcome)
  else resolve(outcome)
}

interface Failures {
  isOutage(error: unknown): boolean
  /** No answer came in time: the database may be gone, or somebody holds on to what this one statement needs. */
  isStalled(error: unknown): boolean
  /** The database answered: somebody else holds on to what the statement needs. */
  isHeld(error: unknown): boolean
}

export function createMessageWriter(write: Write, failures: Failures): MessageWriter {
  const { isOutage, isStalled, isHeld } = failures
  /** Of each group that has something to write or in flight. */
  const queues = new Map<number, Waiting[]>()
  /** Groups with nothing in flight that go into the next statement, the longest waiting first. */
  const ready = new Set<number>()
  /** And those that are written by themselves. */
  const held = new Set<number>()
  /** A statement for many is in flight, or about to be. */
  let isTogether = false
  let alone = 0
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
    const isThisAlone = isHeld(error) || (isStalled(error) && stalled.size === 1)
    if (!isThisAlone) rejectAll(error)
    else for (const { reject } of queues.get(groupId)?.splice(0) ?? []) reject(error)
  }

  /** One message that the database will not have must not take the others of its batch along. */
  async function writeEach(groupId: number, batch: Waiting[]): Promise<void> {
    for (const one of batch) await writeBatch(groupId, [one])
  }

  async function writeBatch(groupId: number, batch: Waiting[]): Promise<void> {
    if (batch.length === 0) return
    try {
      const outcomes = await write.alone(batch.map(({ message }) => message))
      stalled.clear()
      for (const [index, one] of batch.entries()) settle(one, outcomes[index] as Outcome)
    } catch (error) {
      if (!isOutage(error) && batch.length > 1) return writeEach(groupId, batch)
      for (const { reject } of batch) reject(error)
      if (isOutage(error)) rejectWaiting(groupId, error)
    }
  }

  function finish(groupId: number): void {
    inFlight.delete(groupId)
    if (queues.get(groupId)?.length) ready.add(groupId)
    else queues.delete(groupId)
  }

  async function runAlone(groupId: number): Promise<void> {
    alone++
    const writing = writeBatch(groupId, queues.get(groupId)?.splice(0, largestBatch) ?? [])
    inFlight.set(groupId, writing)
    await writing
    alone--
    finish(groupId)
    startNext()
  }

  /** From each group that is ready the first of what waits, as far as one statement can say it. */
  function takeBatch(): Map<number, Waiting[]> {
    const taken = new Map<number, Waiting[]>()
    const rules = new Set<string>()
    let room = largestBatch
    for (const groupId of ready) {
      if (room === 0) break
      ready.delete(groupId)
      const queue = queues.get(groupId) ?? []
      let count = 0
      for (const { message } of queue.slice(0, room)) {
        const its = rulesOf(message)
        if (its.some(rule => rules.has(rule))) break
        for (const rule of its) rules.add(rule)
        count++
      }
      room -= count
      taken.set(groupId, queue.splice(0, count))
    }
    return taken
  }

  /** What is left of it afterwards, to be written by themselves: nobody's, if the database is gone. */
  async function tryTogether(batch: Waiting[]): Promise<Set<Waiting>> {
    const left = new Set<Waiting>(batch)
    if (batch.length === 0) return left
    try {
      const outcomes = await write.together(batch.map(({ message }) => message))
      stalled.clear()
      for (const [index, one] of batch.entries()) {
        const outcome = outcomes[index]
        if (!outcome) continue
        settle(one, outcome)
        left.delete(one)
      }
    } catch (error) {
      if (!isOutage(error) || isHeld(error)) return left
      for (const { reject } of batch) reject(error)
      rejectAll(error)
      left.clear()
    }
    return left
  }

  async function runTogether(): Promise<void> {
    const taken = takeBatch()
    const writing = tryTogether([...taken.values()].flat())
    const settled = writing.then(() => {})
    for (const groupId of taken.keys()) inFlight.set(groupId, settled)
    const left = await writing
    for (const [groupId, batch] of taken) {
      const rest = batch.filter(one => left.has(one))
      queues.get(groupId)?.unshift(...rest)
      finish(groupId)
      if (rest.length > 0 && ready.delete(groupId)) held.add(groupId)
    }
    isTogether = false
    startNext()
  }

  function startNext(): void {
    for (const groupId of held) {
      if (alone >= mostAlone) break
      held.delete(groupId)
      void runAlone(groupId)
    }
    if (isTogether || ready.size === 0) return
    isTogether = true
    // Whatever arrives in the same turn goes along.
    setImmediate(() => void runTogether())
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
