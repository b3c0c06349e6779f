// Encrypts and decrypts single chat messages. The sender's device signs a message, then encrypts it with AES-GCM.
// The AES key of a message is derived from the epoch key (group key) for each sender and device.
import * as z from 'zod/mini'
import type { Message } from '#shared/contracts/chat/chat.schemas.ts'
import type { DisclosedMessage } from '#shared/e2ee/disclosed-message.ts'
import {
  type Bytes,
  concatBytes,
  decodeBase64url,
  decodeUtf8,
  encodeBase64url,
  encodeUtf8,
} from '#shared/e2ee/encoding.ts'
import { type EncryptionMark, encryptedPrefix, encryptionMark } from '#shared/e2ee/encrypted-message.ts'
import { type MessageMetadata, parseMessageMetadata } from '#shared/e2ee/message-metadata.ts'
import {
  buildMessageBinding,
  buildMessageTextToSign,
  type MessageFrame,
  type MessagePayload,
} from '#shared/e2ee/message-payload.ts'
import { findMemberAfterMembershipChange, type Roster, throwRosterError } from '#shared/e2ee/roster.ts'
import { digest, hashTextWithSignature, isTextSignedBy, signature } from '#shared/e2ee/signed-text.ts'
import { decryptWithAes, encryptWithAes } from '#web/lib/e2ee/crypto/aes.ts'
import { loadEllipticCurveImplementation } from '#web/lib/e2ee/crypto/curves.ts'
import { type Identity, signText } from '#web/lib/e2ee/crypto/identity.ts'
import type { Epoch } from './epoch-keys.ts'

/** Schema of the signed content of a chat message, for each message version. */
const baseFields = {
  id: z.string(),
  ts: z.int(),
  c: z.int(),
  head: digest,
  body: z.string(),
  sig: signature,
}
const schemaV1 = z.strictObject(baseFields)
const numberedFields = { ...baseFields, void: z.array(z.int()), vault: z.int() }
const schemaV2 = z.strictObject(numberedFields)
const schemaV3 = z.strictObject({ ...numberedFields, extra: z.string() })
const schemas = { 1: schemaV1, 2: schemaV2, 3: schemaV3, 4: schemaV3 }

/** Decrypted content of a message, which the sender's signature covers. */
export interface DecryptedContent {
  id: string
  ts: number
  /** Message number that the sending device assigned; absent in messages of version 1. */
  count?: { c: number; void: number[]; vault: number }
  body: string
  extra: MessageMetadata
  /** Hash of the signed message, by which replies and changes refer to it. */
  hash: string
}

export interface EncryptedMessage {
  content: string
  /** Kind of message (its purpose). A ciphertext cannot be decrypted as a message of another kind. */
  messageType: string
  /**
   * Metadata visible to the server: that the message is encrypted, which users to notify, and the attached file's id.
   */
  metadata: { e2ee: EncryptionMark; mentions?: number[]; file?: { id: string } }
}

/** Message type of edits, deletions and reactions, which clients do not show as chat messages. */
export const changeMessageType = 'change'

/** Cache of message keys by epoch (group key), sender and device. */
const messageKeys = new WeakMap<CryptoKey, Map<string, Promise<CryptoKey>>>()

function deriveMessageKey(epochKey: CryptoKey, { senderId, mark }: MessageFrame): Promise<CryptoKey> {
  const keysOfEpoch = messageKeys.get(epochKey) ?? new Map<string, Promise<CryptoKey>>()
  messageKeys.set(epochKey, keysOfEpoch)
  const sender = `${senderId} ${mark.dev}`
  const cached = keysOfEpoch.get(sender)
  if (cached) return cached
  const info = encodeUtf8(`perantau/message/1 ${sender}`)
  const algorithm = { name: 'HKDF', hash: 'SHA-256', salt: encodeUtf8(mark.eid), info }
  const keyType = { name: 'AES-GCM', length: 256 }
  const derived = crypto.subtle.deriveKey(algorithm, epochKey, keyType, false, ['encrypt', 'decrypt'])
  keysOfEpoch.set(sender, derived)
  return derived
}

/** Pads a text to the next power of two, to hide the length of the message. */
function padPlaintext(bytes: Bytes): Bytes {
  const size = 2 ** Math.ceil(Math.log2(Math.max(256, bytes.length + 4)))
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, bytes.length)
  return concatBytes(length, bytes, new Uint8Array(size - 4 - bytes.length))
}

function removePadding(bytes: Bytes): Bytes {
  return bytes.slice(4, 4 + new DataView(bytes.buffer).getUint32(0))
}

export type NewMessageContent = Required<Omit<MessagePayload, 'ts'>> & { messageType: string }

export async function encryptMessage(
  identity: Identity,
  groupId: number,
  epoch: Epoch,
  { messageType, ...content }: NewMessageContent,
): Promise<EncryptedMessage> {
  if (!epoch.key) throw new Error('no key for this epoch')
  const mark: EncryptionMark = { v: 4, n: epoch.n, eid: epoch.eid, dev: identity.dev }
  const frame = { groupId, senderId: identity.card.userId, messageType, mark }
  const unsigned = { ...content, ts: Date.now() }
  const signedText = await signText(identity.sign, 'message', buildMessageTextToSign(frame, unsigned))
  const { sig } = signedText
  const plaintext = padPlaintext(encodeUtf8(JSON.stringify({ ...unsigned, sig })))
  const ciphertext = await encryptWithAes(
    await deriveMessageKey(epoch.key, frame),
    plaintext,
    encodeUtf8(buildMessageBinding(frame)),
  )
  const isChange = messageType === changeMessageType
  const e2ee = isChange ? mark : { ...mark, c: content.c, h: await hashTextWithSignature(signedText) }
  return { content: encryptedPrefix + encodeBase64url(ciphertext), messageType, metadata: { e2ee } }
}

export function parseEncryptionMetadata({
  content,
  metadata,
}: Pick<Message, 'content' | 'metadata'>): EncryptionMark | undefined {
  if (!content.startsWith(encryptedPrefix)) return undefined
  return encryptionMark.safeParse(metadata?.e2ee).data
}

type ToOpen = Pick<Message, 'groupId' | 'senderId' | 'content' | 'messageType' | 'clientId'>
type OpenEpoch = Epoch & { key: CryptoKey }

/**
 * Decrypts a message. Throws unless the stated sender signed exactly this content in this group and epoch (group key).
 */
async function decryptAndVerifySignedMessage(
  roster: Roster,
  epoch: OpenEpoch,
  mark: EncryptionMark,
  message: ToOpen,
): Promise<{ content: MessagePayload; disclosed: DisclosedMessage; hash: string }> {
  const { groupId, senderId, messageType } = message
  const frame = { groupId, senderId, messageType, mark }
  const bytes = decodeBase64url(message.content.slice(encryptedPrefix.length))
  const plaintext = await decryptWithAes(
    await deriveMessageKey(epoch.key, frame),
    bytes,
    encodeUtf8(buildMessageBinding(frame)),
  )
  const text = JSON.parse(decodeUtf8(removePadding(plaintext)))
  const content: MessagePayload & { sig: string } = schemas[mark.v].parse(text)
  if (content.id !== message.clientId) throwRosterError('message-of-another-id')
  // The sender must have been a member when the epoch (group key) began. Messages of former members thus stay valid.
  const sender = findMemberAfterMembershipChange(roster, senderId, epoch.headSeq)
  if (!sender || epoch.excluded?.includes(senderId)) throwRosterError('message-by-an-outsider')
  // Honest clients send only in epochs (group keys) created for the newest signed member list that they know.
  if (content.head !== roster.hashes[epoch.headSeq - 1]) throwRosterError('message-of-another-roster')
  const signedText = { body: buildMessageTextToSign(frame, content), sig: content.sig }
  const { verify } = await loadEllipticCurveImplementation()
  if (!(await isTextSignedBy(verify, sender.card.sign, 'message', signedText)))
    throwRosterError('message-forged')
  const hash = await hashTextWithSignature(signedText)
  /**
   * Message number and hash are repeated outside the ciphertext, for hidden messages. In a readable message they must
   * match.
   */
  const isTrue = (mark.c === undefined || mark.c === content.c) && (mark.h === undefined || mark.h === hash)
  if (!isTrue) throwRosterError('message-relabelled')
  return { content, disclosed: { ...signedText, card: sender.card }, hash }
}

export async function decryptMessage(
  ...sealed: Parameters<typeof decryptAndVerifySignedMessage>
): Promise<DecryptedContent> {
  const { content, hash } = await decryptAndVerifySignedMessage(...sealed)
  const { id, ts, body, c } = content
  const extra = parseMessageMetadata(content.extra || undefined)
  if (content.void === undefined || content.vault === undefined) return { id, ts, body, extra, hash }
  return { id, ts, body, extra, hash, count: { c, void: content.void, vault: content.vault } }
}

/** Returns one message with its signature and the sender's signed public keys, for somebody outside the group. */
export async function discloseMessageForReport(
  ...sealed: Parameters<typeof decryptAndVerifySignedMessage>
): Promise<DisclosedMessage> {
  return (await decryptAndVerifySignedMessage(...sealed)).disclosed
}
