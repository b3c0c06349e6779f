// End-to-end encrypted signals (SDP, ICE candidates, status, media frame keys) between the devices of one call.
// Each outgoing call signal is numbered, encrypted to one device and sent again when sending fails.
// Incoming call signals are assembled from parts, decrypted and verified.
// A call signal that fails verification ends the call.
import type { NewSignal, SignalPart } from '#shared/contracts/calls/calls.schemas.ts'
import type { Card } from '#shared/e2ee/signed-public-keys.ts'
import type { Acknowledgement } from '#shared/realtime/socket-events.ts'
import type { CallSignal } from '#web/features/calls/connection/peer-connection.ts'
import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'
import { decryptCallSignal, encryptCallSignal } from '#web/lib/e2ee/message/call-signal.ts'
import { createMutex } from '#web/lib/state/mutex.ts'

export interface SignalChannelOptions {
  callId: string
  identity: Identity
  /** Returns a user's signed public keys from the group's verified member list, never from the server's claim. */
  getCard(userId: number): Card | undefined
  /** Fetches and verifies the group's signed member list again, because it may have changed. */
  refresh(): Promise<void>
  send(signal: NewSignal): Promise<Acknowledgement>
  onSignal(from: { userId: number; dev: string }, word: CallSignal): Promise<void>
  /** Called when a call signal fails decryption or signature verification. */
  onForged(): void
}

const maxAttempts = 5
const retryDelay = 1000

export function createCallSignalChannel(options: SignalChannelOptions) {
  const { callId, identity } = options
  const me = { from: identity.card.userId, fromDev: identity.dev }
  const sentNumbers = new Map<string, number>()
  const receivedNumbers = new Map<string, number>()
  const partialSignals = new Map<string, string[]>()
  const mutexes = new Map<string, ReturnType<typeof createMutex>>()
  let isStopped = false

  /** Processes the call signals to and from one device, one after another. */
  function runInOrderPerDevice(name: string, work: () => Promise<void>): void {
    const mutex = mutexes.get(name) ?? createMutex()
    mutexes.set(name, mutex)
    mutex(async () => {
      if (!isStopped) await work()
    }).catch(() => {})
  }

  /** Sends a call signal with up to five attempts, because later signals depend on it. */
  async function sendWithRetries(signal: NewSignal): Promise<void> {
    for (let attempt = 0; attempt < maxAttempts && !isStopped; attempt++) {
      const response = await options.send(signal).catch(() => undefined)
      if (response?.ok || (response && response.code !== 'unavailable' && response.code !== 'too_fast'))
        return
      await new Promise(resolve => setTimeout(resolve, retryDelay))
    }
  }

  function sendSignal(to: { userId: number; dev: string }, signal: CallSignal): void {
    const name = `${to.userId}.${to.dev}`
    runInOrderPerDevice(`to ${name}`, async () => {
      const card = options.getCard(to.userId)
      if (!card) return
      // Signal numbers start at the current time, so that they keep increasing when a device leaves a call and returns.
      const n = Math.max((sentNumbers.get(name) ?? 0) + 1, Date.now())
      sentNumbers.set(name, n)
      const context = { callId, ...me, to: to.userId, toDev: to.dev }
      const sealed = await encryptCallSignal(identity, card, context, n, signal)
      const { fromDev, toDev } = context
      await sendWithRetries({ callId, fromDev, to: to.userId, toDev, id: crypto.randomUUID(), sealed })
    })
  }

  async function handleSignal({ from, fromDev }: SignalPart, sealed: string): Promise<void> {
    const name = `${from}.${fromDev}`
    if (!options.getCard(from)) await options.refresh()
    const card = options.getCard(from)
    // Call signals from users outside the group's verified member list are ignored.
    if (!card) return
    const context = { callId, from, fromDev, to: me.from, toDev: me.fromDev }
    const decrypted = await decryptCallSignal(identity, card, context, sealed).catch(() => undefined)
    if (!decrypted) return options.onForged()
    // A call signal whose number was already received is a retry or a replay, and is ignored.
    if (decrypted.n <= (receivedNumbers.get(name) ?? 0)) return
    receivedNumbers.set(name, decrypted.n)
    // WebRTC errors caused by a received call signal are ignored, because the connection re-establishes itself.
    await options.onSignal({ userId: from, dev: fromDev }, decrypted.word as CallSignal).catch(() => {})
  }

  function receiveSignalPart(part: SignalPart): void {
    if (part.callId !== callId || part.toDev !== me.fromDev) return
    const { from, fromDev, id, sealed } = part
    const name = `${from}.${fromDev}.${id}`
    const received = part.part === 1 ? [sealed] : [...(partialSignals.get(name) ?? []), sealed]
    if (received.length < part.of) {
      partialSignals.set(name, received)
      return
    }
    partialSignals.delete(name)
    runInOrderPerDevice(`from ${from}.${fromDev}`, () => handleSignal(part, received.join('')))
  }

  return {
    sendSignal: sendSignal,
    receivePart: receiveSignalPart,
    stop: () => {
      isStopped = true
    },
  }
}
