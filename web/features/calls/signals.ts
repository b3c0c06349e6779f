// Sealed words between the devices of one call: numbered going out, put together, opened and judged coming in.
import type { NewSignal, SignalPart } from '#shared/contracts/calls.ts'
import type { Answer } from '#shared/contracts/socket.ts'
import type { Card } from '#shared/e2ee/card.ts'
import type { Identity } from '#web/lib/e2ee/identity.ts'
import { openSignal, sealSignal } from '#web/lib/e2ee/signal.ts'
import { createMutex } from '#web/lib/mutex.ts'
import type { Word } from './peer.ts'

export interface SignalParts {
  callId: string
  identity: Identity
  /** By the verified list of members, never by the server's word. */
  cardOf(userId: number): Card | undefined
  /** The list may have moved. */
  refresh(): Promise<void>
  send(signal: NewSignal): Promise<Answer>
  onWord(from: { userId: number; dev: string }, word: Word): Promise<void>
  /** Something was changed on the way, or is from somebody who has no place here. */
  onForged(): void
}

const tries = 5
const pause = 1000

export function createSignals(parts: SignalParts) {
  const { callId, identity } = parts
  const me = { from: identity.card.userId, fromDev: identity.dev }
  const counts = new Map<string, number>()
  const heard = new Map<string, number>()
  const pieces = new Map<string, string[]>()
  const mutexes = new Map<string, ReturnType<typeof createMutex>>()
  let isStopped = false

  /** One after the other for each device, in both directions. */
  function inTurn(name: string, work: () => Promise<void>): void {
    const mutex = mutexes.get(name) ?? createMutex()
    mutexes.set(name, mutex)
    mutex(async () => {
      if (!isStopped) await work()
    }).catch(() => {})
  }

  /** Over a line that breaks: again until it is taken, so that what follows still makes sense. */
  async function deliver(signal: NewSignal): Promise<void> {
    for (let time = 0; time < tries && !isStopped; time++) {
      const answer = await parts.send(signal).catch(() => undefined)
      if (answer?.ok || (answer && answer.code !== 'unavailable' && answer.code !== 'too_fast')) return
      await new Promise(resolve => setTimeout(resolve, pause))
    }
  }

  function say(to: { userId: number; dev: string }, word: Word): void {
    const name = `${to.userId}.${to.dev}`
    inTurn(`to ${name}`, async () => {
      const card = parts.cardOf(to.userId)
      if (!card) return
      // By the clock, so that whoever leaves and comes back goes on counting up.
      const n = Math.max((counts.get(name) ?? 0) + 1, Date.now())
      counts.set(name, n)
      const frame = { callId, ...me, to: to.userId, toDev: to.dev }
      const sealed = await sealSignal(identity, card, frame, n, word)
      const { fromDev, toDev } = frame
      await deliver({ callId, fromDev, to: to.userId, toDev, id: crypto.randomUUID(), sealed })
    })
  }

  async function open({ from, fromDev }: SignalPart, sealed: string): Promise<void> {
    const name = `${from}.${fromDev}`
    if (!parts.cardOf(from)) await parts.refresh()
    const card = parts.cardOf(from)
    // Not on the list: whatever it is, it is not for us.
    if (!card) return
    const frame = { callId, from, fromDev, to: me.from, toDev: me.fromDev }
    const said = await openSignal(identity, card, frame, sealed).catch(() => undefined)
    if (!said) return parts.onForged()
    // Heard already: it was sent again because its answer was lost, or somebody plays back what was said.
    if (said.n <= (heard.get(name) ?? 0)) return
    heard.set(name, said.n)
    // What the browser makes of it is another matter: a line that does not come about is tried again.
    await parts.onWord({ userId: from, dev: fromDev }, said.word as Word).catch(() => {})
  }

  function hear(part: SignalPart): void {
    if (part.callId !== callId || part.toDev !== me.fromDev) return
    const { from, fromDev, id, sealed } = part
    const name = `${from}.${fromDev}.${id}`
    const so = part.part === 1 ? [sealed] : [...(pieces.get(name) ?? []), sealed]
    if (so.length < part.of) {
      pieces.set(name, so)
      return
    }
    pieces.delete(name)
    inTurn(`from ${from}.${fromDev}`, () => open(part, so.join('')))
  }

  return {
    say,
    hear,
    stop: () => {
      isStopped = true
    },
  }
}
