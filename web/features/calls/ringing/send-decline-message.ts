import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import type { SendMessageAcknowledgement } from '#shared/realtime/socket-events.ts'
import { loadKeysForCallOrThrow } from '#web/features/calls/join-or-start-call.ts'
import { connection } from '#web/lib/query/live-connection.ts'

/** Sends the message that accompanies a declined call, encrypted like any other message of the conversation. */
export async function sendDeclineMessage(group: GroupRow, myId: number, text: string): Promise<void> {
  const { encryptedGroup } = await loadKeysForCallOrThrow(group, myId)
  const clientId = crypto.randomUUID()
  const encrypted = await encryptedGroup.encrypt(text, clientId)
  const message = { groupId: group.id, senderId: myId, clientId, ...encrypted }
  const response = await connection.ask<SendMessageAcknowledgement>('send-message', message)
  await encryptedGroup.settleMessage(clientId, response.ok ? response.message.seq : undefined)
  if (!response.ok) throw new Error(response.message)
}
