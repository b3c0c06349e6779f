// Adds end-to-end encryption to the functions that send and receive the messages of a conversation.
// Outgoing messages and changes are encrypted and signed. Incoming messages and changes are decrypted and verified.
// Content without a valid signature is shown as unreadable. An edit or deletion requires the sender's signature.
import { type Message, maxListedReactions } from '#shared/contracts/chat/chat.schemas.ts'
import { type MessageMetadata, parseMessageMetadata } from '#shared/e2ee/message-metadata.ts'
import { RosterError } from '#shared/e2ee/roster.ts'
import { isEmoji } from '#shared/emoji.ts'
import type { SendMessageAcknowledgement } from '#shared/realtime/socket-events.ts'
import { alarmText, encryptionText as text } from '#texts/encryption.ts'
import type { ConversationTransport } from '#web/features/chat/conversation-transport.ts'
import type { DisplayedMessage, MessageChange } from '#web/features/chat/displayed-message.ts'
import { sortAndDeduplicateMessages } from '#web/features/chat/sort-and-deduplicate-messages.ts'
import { determineSendingPermission } from '#web/lib/e2ee/conversation/determine-sending-permission.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/group/encrypted-group.ts'
import { createMutex } from '#web/lib/state/mutex.ts'
import { rememberDecryptedMessagePreview } from './decrypted-previews.ts'
import { resendLostMessages } from './resend-lost-messages.ts'

function buildUnreadableMessage(
  message: Message,
  trouble: NonNullable<DisplayedMessage['trouble']>,
): DisplayedMessage {
  return { ...message, content: '', isDeleted: false, reactions: [], trouble }
}

/** Replaces the sender's name from the server with the name that the sender signed, if this device knows it. */
function replaceSenderNameBySignedName(group: EncryptedGroup, message: Message): Message {
  const fullName = group.trust.getPin(message.senderId)?.name?.name
  return fullName ? { ...message, sender: { ...message.sender, fullName } } : message
}

/**
 * Decrypts a message. Text, name and time come from the signed data, or from the server if the message is plaintext.
 */
async function decryptMessage(group: EncryptedGroup, stored: Message): Promise<DisplayedMessage> {
  const message = replaceSenderNameBySignedName(group, stored)
  // A chat message hidden by a moderator has no content to decrypt.
  if (message.isHidden) return message
  if (message.revision || message.isDeleted) return decryptRevision(group, message)
  const decrypted = await group.reader.decrypt(message)
  if ('trouble' in decrypted) return buildUnreadableMessage(message, decrypted.trouble)
  if (decrypted.isPlain) {
    const reactions = await decryptReactions(group, message)
    const extra = parseMessageMetadata(message.metadata ?? undefined)
    return { ...message, content: decrypted.body, extra, ...reactions, isPlain: true }
  }
  const { body: content, signed, extra } = decrypted
  // A message counts as edited only if its sender signed a revision, so the server's `editedAt` is ignored.
  const displayed = {
    ...message,
    content,
    signed,
    extra,
    editedAt: null,
    ...(await decryptReactions(group, message, signed.hash)),
  }
  rememberDecryptedMessagePreview(displayed)
  return displayed
}

/** Decrypts the new content of an edited or deleted message. A deletion needs the sender's signature. */
async function decryptRevision(group: EncryptedGroup, message: Message): Promise<DisplayedMessage> {
  const { revision, isDeleted, senderId } = message
  const changed = revision
    ? await group.reader.decryptChange(message, senderId, revision)
    : { trouble: 'forged' as const }
  if ('trouble' in changed) return buildUnreadableMessage(message, changed.trouble)
  const { op, body, extra, signed, k } = changed
  if (op !== (isDeleted ? 'delete' : 'edit')) return buildUnreadableMessage(message, 'forged')
  const reactions = isDeleted ? { reactions: [] } : await decryptReactions(group, message, signed?.hash)
  const editedAt = isDeleted ? null : (message.editedAt ?? message.createdAt)
  const content = isDeleted ? '' : body
  const displayed = {
    ...message,
    content,
    editedAt,
    extra,
    ...reactions,
    revisionCount: k,
    ...(signed && { signed }),
  }
  rememberDecryptedMessagePreview(displayed)
  return displayed
}

/**
 * Decrypts a message's reactions; `content` becomes the emoji. Omits reactions that fail verification, were removed, or
 * are older than a known later reaction of the same user.
 */
async function decryptReactions(
  group: EncryptedGroup,
  message: Message,
  hash?: string,
): Promise<Pick<Message, 'reactions' | 'reactionCount'>> {
  const decrypted = await Promise.all(
    message.reactions.map(async reaction => {
      const { userId } = reaction
      const changed = await group.reader.decryptChange(message, userId, reaction, hash)
      const isValid = 'op' in changed && changed.op === 'react' && isEmoji(changed.body)
      const newest = getNewestReaction(group, message, userId)
      return isValid && changed.k >= newest ? { ...reaction, content: changed.body } : undefined
    }),
  )
  const reactions = decrypted.filter(reaction => reaction !== undefined)
  // Reactions that the server counts but does not list cannot be verified, so their number is the server's claim.
  const unlistedCount = decrypted.length < maxListedReactions ? 0 : message.reactionCount - decrypted.length
  return { reactions, reactionCount: reactions.length + Math.max(0, unlistedCount) }
}

const getNewestReaction = (group: EncryptedGroup, { clientId, senderId }: Message, reactor: number) =>
  clientId === null ? 0 : group.memory.getNewest({ of: clientId, by: senderId, reactor })

/**
 * Returns the reason why messages must wait on this device, as the conversation core (rules in lib/e2ee/conversation)
 * decides; undefined if they may be sent.
 */
function getQueueReason(group: EncryptedGroup, waitingText: string): string | undefined {
  const decision = determineSendingPermission(group.get())
  if (decision.kind === 'stop') return decision.reason === 'own-keys' ? text.ownKeysDisputed : undefined
  if (decision.kind === 'send') return undefined
  if (decision.reason === 'preparing') return text.preparing
  return decision.reason === 'key-changed' ? text.peerKeyChanged : waitingText
}

/** Returns the number of the user's next edit of a message or, with `isReaction`, of the next reaction. */
function getNextChangeNumber(group: EncryptedGroup, message: DisplayedMessage, isReaction: boolean): number {
  const { clientId, senderId: by, revisionCount = 0 } = message
  if (clientId === null) return 1
  if (isReaction) return getNewestReaction(group, message, group.ownCard.userId) + 1
  return Math.max(revisionCount, group.memory.getNewest({ of: clientId, by })) + 1
}

/** Adds encryption to a conversation's transport. `waitingText` is shown while no other user can read the group. */
export function wrapTransportWithEncryption(
  transport: ConversationTransport,
  group: EncryptedGroup,
  waitingText = text.alone,
): ConversationTransport {
  /** Messages are decrypted one after another, so that the screen gets them in the order in which they arrived. */
  const serialized = createMutex()
  /** Highest sequence number among the chat messages that this page has decrypted. */
  let newestSeq = 0

  function read(message: Message): Promise<DisplayedMessage> {
    newestSeq = Math.max(newestSeq, message.seq)
    return decryptMessage(group, message)
  }

  async function sendEncryptedMessage(
    content: string,
    clientId: string,
    extra: MessageMetadata | undefined,
    isRetry: boolean,
  ): Promise<SendMessageAcknowledgement> {
    const encrypted = await group.encrypt(content, clientId, { isAgain: isRetry, ...(extra && { extra }) })
    const response = await transport.send({ clientId, ...encrypted })
    if (response.ok) {
      await group.settleMessage(clientId, response.message.seq)
      return { ok: true, message: await read(response.message) }
    }
    // The group key changed while the message was being sent, so the message is encrypted again with the new key.
    return response.code === 'stale-epoch' && !isRetry
      ? sendEncryptedMessage(content, clientId, extra, true)
      : response
  }

  /**
   * Signs and sends a change of a message. The change names the message by id and hash and has a change number. An edit
   * or deletion also contains the signed data of the original message.
   */
  async function sendEncryptedMessageChange(
    change: MessageChange,
    clientId: string,
    isRetry: boolean,
  ): Promise<Message> {
    const { message, op, content = '' } = change
    const { clientId: of, senderId: by, signed: was } = message
    const isReaction = op === 'react' || op === 'unreact'
    await group.memory.load()
    const k = getNextChangeNumber(group, message, isReaction)
    const changeReference = {
      ...{ op, of: of ?? '', by, k },
      ...(was?.hash && { hash: was.hash }),
      ...(was && !isReaction && { was }),
    }
    const encrypted = await group.encrypt(content, clientId, {
      isAgain: isRetry,
      extra: { ...change.extra, change: changeReference },
    })
    try {
      const changed = await transport.change({
        ...change,
        clientId,
        content: encrypted.content,
        metadata: encrypted.metadata,
      })
      if (of !== null) await group.recordChange({ of, by, k, ...(isReaction && { isReaction: true }) })
      return changed
    } catch (error) {
      if (isRetry || (error as { code?: string }).code !== 'stale-epoch') throw error
      return sendEncryptedMessageChange(change, clientId, true)
    }
  }

  return {
    ...transport,
    fetchMessages: async query => {
      const displayed: DisplayedMessage[] = []
      // Messages of an encrypted group are decrypted oldest first, because verification checks their order.
      for (const message of sortAndDeduplicateMessages(await transport.fetchMessages(query))) {
        displayed.push(await read(message))
      }
      return displayed.reverse()
    },
    fetchChanges: async query => {
      const displayed: DisplayedMessage[] = []
      for (const message of await transport.fetchChanges(query))
        displayed.push(await decryptMessage(group, message))
      return displayed
    },
    change: async change =>
      decryptMessage(group, await sendEncryptedMessageChange(change, crypto.randomUUID(), false)),
    onChanged: listener =>
      transport.onChanged((message, after) => {
        serialized(async () => listener(await decryptMessage(group, message), after)).catch(() => {})
      }),
    join: async () => {
      const response = await transport.join()
      // A server restored from a backup reuses sequence numbers, so the client forgets the verified order.
      // After a server restore, other devices resend lost messages, whose new sequence numbers are genuine.
      if (response.ok && response.lastSeq < newestSeq) {
        group.reader.resetMessageOrder()
        newestSeq = response.lastSeq
      }
      // Errors while resending lost messages are ignored, because the client retries at the next join.
      if (response.ok) void resendLostMessages(group, transport).catch(() => {})
      return response
    },
    onMessage: listener =>
      transport.onMessage(message => {
        serialized(async () => listener(await read(message))).catch(() => {})
      }),
    getWaitingText: () => getQueueReason(group, waitingText),
    abandonMessage: clientId => void group.settleMessage(clientId, undefined),
    send: async ({ content, extra, clientId = crypto.randomUUID() }) => {
      try {
        return await sendEncryptedMessage(content, clientId, extra, false)
      } catch (error) {
        if (!(error instanceof RosterError)) throw error
        return {
          ok: false,
          code: 'conflict',
          message: getQueueReason(group, waitingText) ?? alarmText.broken,
        }
      }
    },
  }
}
