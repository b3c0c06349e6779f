import type { EncryptedText, Message } from '#shared/contracts/chat/chat.schemas.ts'
import type { DisclosedMessage } from '#shared/e2ee/disclosed-message.ts'
import { throwRosterError } from '#shared/e2ee/roster.ts'
import type { MessageMemory } from '#web/lib/e2ee/conversation/message-memory.ts'
import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'
import {
  changeMessageType,
  discloseMessageForReport,
  parseEncryptionMetadata,
} from '#web/lib/e2ee/message/message.ts'
import { createMessageReorderDetector } from '#web/lib/e2ee/message/message-order.ts'
import type { Trust } from '#web/lib/e2ee/trust/trust.ts'
import {
  acceptPlaintextSentBeforeEncryption,
  type DecryptedMessage,
  decryptMessageChange,
  decryptStoredMessage,
  type SignedMessageInfo,
} from './decrypt-message.ts'
import { getNewestGroupKeyNumber } from './epoch-chain.ts'
import type { GroupCache } from './group-cache.ts'
import type { StoredGroup } from './group-ports.ts'
import { entriesWithheldReason, vaultWithheldReason } from './group-state.ts'
import type { MessageEncryptor } from './message-encryptor.ts'

export interface MessageReaderDependencies {
  cache: GroupCache
  encryptor: MessageEncryptor
  trust: Trust
  memory: MessageMemory
  /** Whether the encrypted group has not been synchronized with the server yet. */
  isLoading: () => boolean
  sync: () => Promise<void>
  raiseAlarm: (stored: StoredGroup, reason: string) => Promise<void>
}

/** Builds the message that represents an edit, deletion or reaction, from the text that its sender signed. */
function buildSignedMessage(
  message: Message,
  { id, content, metadata }: EncryptedText,
  senderId: number,
): Message {
  return { ...message, senderId, clientId: id, content, metadata, messageType: changeMessageType }
}

/** Decrypts and verifies a group's messages. Raises an alarm if a message refers to data that the server withholds. */
export class MessageReader {
  readonly #identity: Identity
  readonly #group: MessageReaderDependencies
  #order = createMessageReorderDetector()

  constructor(identity: Identity, group: MessageReaderDependencies) {
    this.#identity = identity
    this.#group = group
  }

  /** Forgets the order of the group's messages, because a restored server assigns sequence numbers again. */
  resetMessageOrder(): void {
    this.#order = createMessageReorderDetector()
  }

  async decrypt(message: Message): Promise<DecryptedMessage> {
    const { cache, isLoading, memory, sync, raiseAlarm } = this.#group
    const stored = await cache.load()
    const mark = parseEncryptionMetadata(message)
    if (!mark) {
      if (isLoading()) await sync()
      return acceptPlaintextSentBeforeEncryption(stored, this.#order, message)
    }
    if (mark.n > getNewestGroupKeyNumber(stored)) await sync()
    // The server stores a message only after it has stored the message's epoch (group key).
    // If a message's epoch (group key) is missing even after a sync, the server withholds epochs.
    if (mark.n > getNewestGroupKeyNumber(stored)) {
      stored.spoken = mark.n
      await raiseAlarm(stored, entriesWithheldReason)
    }
    const opened = await decryptStoredMessage(stored, this.#order, mark, message)
    if ('signed' in opened) {
      await memory.load()
      memory.recordAnnounced(message.senderId, opened.extra.made ?? [])
    }
    if (message.senderId === this.#identity.card.userId && 'signed' in opened) {
      await this.#checkVault(stored, opened.signed)
      await this.#confirmStored(message, opened.signed)
    }
    return opened
  }

  /** Decrypts an edit, deletion or reaction. `hash` is the hash of the message that it changes, if known. */
  async decryptChange(message: Message, by: number, signedChange: EncryptedText, hash?: string) {
    const { cache, encryptor, memory, sync } = this.#group
    const stored = await cache.load()
    const sealed = buildSignedMessage(message, signedChange, by)
    const mark = parseEncryptionMetadata(sealed)
    if (!mark) return { trouble: 'forged' as const }
    if (mark.n > getNewestGroupKeyNumber(stored)) await sync()
    const changed = await decryptMessageChange(stored, this.#order, mark, { sealed, message, hash })
    if ('op' in changed && changed.op !== 'pin' && changed.k > 0 && message.clientId !== null) {
      await memory.load()
      const isReaction = changed.op === 'react' || changed.op === 'unreact'
      const target = { of: message.clientId, by: message.senderId, ...(isReaction && { reactor: by }) }
      memory.record(target, changed.k)
    }
    // After deleting an own message, the device forgets its content, so that the content is never sent again.
    const isOwn = 'op' in changed && changed.signed?.dev === this.#identity.dev
    if (isOwn && changed.op === 'delete') await encryptor.forgetContent(message.clientId ?? '')
    return changed
  }

  /** Discloses one message with its signature, for example in a report. All other messages stay confidential. */
  async discloseMessageForReport(message: Message): Promise<DisclosedMessage> {
    const { roster, epochs } = await this.#group.cache.load()
    const { revision } = message
    // When an edited message is reported, its current text is disclosed, not the original one.
    const shown = revision ? buildSignedMessage(message, revision, message.senderId) : message
    const mark = parseEncryptionMetadata(shown)
    const epoch = epochs.find(({ eid }) => eid === mark?.eid)
    if (!roster || !mark || !epoch?.key) throwRosterError('no-epoch')
    return discloseMessageForReport(roster, { ...epoch, key: epoch.key }, mark, shown)
  }

  /** Records that the server has stored a message of this device, even if the server never confirmed it. */
  async #confirmStored({ clientId, seq }: Message, { dev }: SignedMessageInfo): Promise<void> {
    if (dev === this.#identity.dev && clientId !== null) await this.#group.encryptor.settle(clientId, seq)
  }

  /**
   * If a message of the signed-in user refers to a newer vault (encrypted backup on the server) than the server sent,
   * raises an alarm.
   */
  async #checkVault(stored: StoredGroup, { count }: SignedMessageInfo): Promise<void> {
    const { trust, raiseAlarm } = this.#group
    const vault = count?.vault ?? 0
    if (vault <= trust.get().version) return
    await trust.recordVaultVersion(vault)
    // If the vault (the user's encrypted data on the server) cannot be read, the server counts as withholding it.
    // When the server withholds the vault (the user's encrypted data), an alarm is raised.
    await trust.reloadVault().catch(() => {})
    if (trust.isVaultWithheld) await raiseAlarm(stored, vaultWithheldReason)
  }
}
