import type { AnnouncedChange, MessageMetadata } from '#shared/e2ee/message-metadata.ts'
import { getRosterHead, type Roster, throwRosterError } from '#shared/e2ee/roster.ts'
import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'
import type { Epoch } from '#web/lib/e2ee/message/epoch-keys.ts'
import {
  changeMessageType,
  decryptMessage,
  type EncryptedMessage,
  encryptMessage,
} from '#web/lib/e2ee/message/message.ts'
import type { Trust } from '#web/lib/e2ee/trust/trust.ts'
import type { MessageCounterStore, StoredGroup } from './group-ports.ts'

export interface NewMessage {
  id: string
  body: string
  messageType: string
  extra?: MessageMetadata
}

const serializeMessageExtra = (extra: MessageMetadata) =>
  Object.keys(extra).length > 0 ? JSON.stringify(extra) : ''

/** Adds unencrypted metadata that the server needs: mentioned users to notify, and the id of the attached file. */
const addPublicMetadata = (
  sealed: EncryptedMessage,
  { mentions, file }: MessageMetadata,
): EncryptedMessage => ({
  ...sealed,
  metadata: {
    ...sealed.metadata,
    ...(mentions?.length && { mentions }),
    ...(file && { file: { id: file.id } }),
  },
})

/** Encrypts this device's messages in a group. Each message gets a number, and is resent with the same ciphertext. */
export class MessageEncryptor {
  readonly #groupId: number
  readonly #identity: Identity
  readonly #counts: MessageCounterStore
  readonly #trust: Trust

  constructor(groupId: number, identity: Identity, counts: MessageCounterStore, trust: Trust) {
    this.#groupId = groupId
    this.#identity = identity
    this.#counts = counts
    this.#trust = trust
  }

  async seal(
    epoch: Epoch,
    roster: Roster,
    { id, body, messageType, extra = {} }: NewMessage,
  ): Promise<EncryptedMessage> {
    const { c, void: unusedNumbers, made, sealed } = await this.#counts.assign(this.#groupId, id)
    // A message that may have reached the server already is sent again with the same ciphertext.
    if (sealed?.metadata.e2ee.eid === epoch.eid) return sealed
    const vault = this.#trust.get().version
    const content = {
      body,
      messageType,
      id,
      c,
      void: unusedNumbers,
      vault,
      head: getRosterHead(roster),
      extra: serializeMessageExtra({ ...extra, ...(made && { made }) }),
    }
    const encrypting = encryptMessage(this.#identity, this.#groupId, epoch, content)
    const encrypted = addPublicMetadata(await encrypting, extra)
    /**
     * Storing the ciphertext is not awaited. If the page closes first, the message is encrypted again with the same
     * number.
     */
    void this.#counts.storeEncrypted(this.#groupId, id, encrypted).catch(() => {})
    return encrypted
  }

  /** Encrypts an edit, deletion or reaction. Such changes get no message number. */
  sealChange(epoch: Epoch, roster: Roster, { id, body, extra = {} }: NewMessage): Promise<EncryptedMessage> {
    const vault = this.#trust.get().version
    const content = {
      id,
      body,
      c: 0,
      void: [],
      vault,
      head: getRosterHead(roster),
      extra: serializeMessageExtra(extra),
    }
    return encryptMessage(this.#identity, this.#groupId, epoch, {
      ...content,
      messageType: changeMessageType,
    })
  }

  /** Decrypts a message that this device encrypted earlier. */
  async decryptOwn({ roster, epochs }: StoredGroup, clientId: string, sealed: EncryptedMessage) {
    const { content, messageType, metadata } = sealed
    const epoch = epochs.find(({ eid }) => eid === metadata.e2ee.eid)
    if (!roster || !epoch?.key) throwRosterError('no-epoch')
    const senderId = this.#identity.card.userId
    const message = { groupId: this.#groupId, senderId, content, messageType, clientId }
    return decryptMessage(roster, { ...epoch, key: epoch.key }, metadata.e2ee, message)
  }

  settle(clientId: string, seq: number | undefined): Promise<void> {
    return this.#counts.settle(this.#groupId, clientId, seq)
  }

  recordChange(change: AnnouncedChange): Promise<void> {
    return this.#counts.recordChange(this.#groupId, change)
  }

  forgetContent(clientId: string): Promise<void> {
    return this.#counts.forgetContent(this.#groupId, clientId)
  }

  listSentAfter(seq: number) {
    return this.#counts.listSentAfter(this.#groupId, seq)
  }
}
