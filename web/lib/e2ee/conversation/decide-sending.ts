// Conversation core, part 5: whether a message may leave an encrypted conversation, and to whom.
import type { Refusal } from './describe-conversation.ts'

/** Part of the state of an encrypted group that decides about sending. */
interface SendingState {
  phase: string
  /** Members with replaced keys that the user has verified before; nothing is sent until the user accepts them. */
  halted: number[]
  /** Other users who get the key of the next message. */
  recipients: number[]
  /** Members who cannot read until somebody signs their keys. */
  waiting: { card: { userId: number }; why: 'new' | 'changed' | 'back' }[]
  /** Set while this device is about to sign the addition of a member. */
  isAdding?: true
  /** Keys are published in the user's name that this device did not make, and the user has not answered yet. */
  areOwnKeysDisputed: boolean
}

/**
 * Decision about sending. send: the message leaves now, encrypted to the recipients and the user.
 * wait: the message is kept on this device and sent later. stop: the user must act first; nothing is queued.
 */
type SendingDecision =
  | { kind: 'send'; recipients: number[] }
  | { kind: 'wait'; reason: 'preparing' | 'alone' | 'key-changed' }
  | { kind: 'stop'; reason: 'broken' | 'behind' | 'waiting' | 'own-keys' | Refusal }

interface SendingOptions {
  refusal?: Refusal | undefined
  /** Opening the conversation signs its first roster entry, so messages wait for it. */
  mayStart?: boolean
}

export function decideSending(
  state: SendingState,
  { refusal, mayStart = true }: SendingOptions = {},
): SendingDecision {
  if (refusal) return { kind: 'stop', reason: refusal }
  const { phase, halted, recipients, waiting, isAdding, areOwnKeysDisputed } = state
  if (areOwnKeysDisputed) return { kind: 'stop', reason: 'own-keys' }
  if (phase === 'broken' || phase === 'behind') return { kind: 'stop', reason: phase }
  if (phase === 'loading' || (phase === 'unborn' && mayStart)) return { kind: 'wait', reason: 'preparing' }
  if (phase !== 'ready' || halted.length > 0) return { kind: 'stop', reason: 'waiting' }
  if (recipients.length > 0) return { kind: 'send', recipients }
  if (isAdding) return { kind: 'wait', reason: 'preparing' }
  // A key epoch without another reader would lose the message: nobody could ever decrypt it.
  return { kind: 'wait', reason: waiting.some(({ why }) => why === 'changed') ? 'key-changed' : 'alone' }
}
