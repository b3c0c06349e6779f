// Pinned messages of encrypted groups. Signed pins name id and hash, so the server cannot pin another message.
import type { GroupRow, PinBody } from '#shared/contracts/chat/chat.schemas.ts'
import type { DisplayedMessage } from '#web/features/chat/displayed-message.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/group/encrypted-group.ts'

/** Builds the request that pins or unpins a message. */
export async function buildSignedMessagePinRequest(
  { seq, clientId, senderId, signed }: DisplayedMessage,
  isPinned: boolean,
  encryptedGroup: EncryptedGroup | undefined,
): Promise<PinBody> {
  if (!encryptedGroup || !isPinned || clientId === null) return { seq, isPinned }
  const id = crypto.randomUUID()
  const change = {
    op: 'pin' as const,
    of: clientId,
    by: senderId,
    ...(signed?.hash && { hash: signed.hash }),
  }
  const { content, metadata } = await encryptedGroup.encrypt('', id, { extra: { change } })
  return { seq, isPinned, seal: { id, content, metadata: { e2ee: metadata.e2ee } } }
}

/** Result of verifying a pinned message: the user who signed the pin, or 'server' without a valid signature. */
type PinVerdict = { by: number } | 'server'

/**
 * Verifies the signature of a pinned message. Pins of earlier releases have no signature. An invalid signature is
 * treated like a missing one.
 */
export async function verifyPinnedMessageSignature(
  { pins, pinSeals }: Pick<GroupRow, 'pins' | 'pinSeals'>,
  message: DisplayedMessage,
  encryptedGroup: EncryptedGroup,
): Promise<PinVerdict> {
  const seal = pinSeals?.[pins.indexOf(message.seq)]
  if (!seal) return 'server'
  const changed = await encryptedGroup.reader.decryptChange(message, seal.by, seal, message.signed?.hash)
  return 'op' in changed && changed.op === 'pin' ? { by: seal.by } : 'server'
}
