// Conversation core, part 5: decides whether a message may leave an encrypted conversation, and who may read it.
import type { Refusal } from './describe-conversation.ts'

/** Parts of an encrypted group's state that decide whether a message may be sent. */
interface SendingState {
  phase: string
  /** Members whose verified key has been replaced. Nothing is sent until the user accepts the new keys. */
  halted: number[]
  /** Users other than the signed-in user who can decrypt the next message of the group. */
  recipients: number[]
  /** Members who cannot read messages until an administrator has signed their keys. */
  waiting: { card: { userId: number }; why: 'new' | 'changed' | 'back' }[]
  /** Whether this device is about to sign an entry of the member list that adds a member. */
  isAdding?: true
  /**
   * Whether the user's published keys were not made by this device and the user has not confirmed or rejected them yet.
   */
  areOwnKeysDisputed: boolean
}

/**
 * Decision about sending. `send`: the message is sent now, encrypted to the recipients and the user. `wait`: the
 * message is stored on this device and sent later. `stop`: the user must act first, and nothing is queued.
 */
type SendingDecision =
  | { kind: 'send'; recipients: number[] }
  | { kind: 'wait'; reason: 'preparing' | 'alone' | 'key-changed' }
  | { kind: 'stop'; reason: 'broken' | 'behind' | 'waiting' | 'own-keys' | Refusal }

interface SendingOptions {
  refusal?: Refusal | undefined
  /**
   * Whether this device signs the first entry of the group's member list when the user opens the conversation. Until
   * then, messages wait.
   */
  mayStart?: boolean
}

export function determineSendingPermission(
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
  // Messages wait on this device while no other member has the group key and could decrypt them.
  return { kind: 'wait', reason: waiting.some(({ why }) => why === 'changed') ? 'key-changed' : 'alone' }
}
