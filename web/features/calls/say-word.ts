import type { GroupRow } from '#shared/contracts/chat.ts'
import type { SendAnswer } from '#shared/contracts/socket.ts'
import { connection } from '#web/lib/socket.ts'
import { requireKeys } from './enter-call.ts'

/** Sends the message that accompanies a declined call, encrypted like any other message of the conversation. */
export async function sayWord(group: GroupRow, myId: number, text: string): Promise<void> {
  const { encryptedGroup } = await requireKeys(group, myId)
  const clientId = crypto.randomUUID()
  const encrypted = await encryptedGroup.seal(text, clientId)
  const message = { groupId: group.id, senderId: myId, clientId, ...encrypted }
  const response = await connection.ask<SendAnswer>('send-message', message)
  await encryptedGroup.settle(clientId, response.ok ? response.message.seq : undefined)
  if (!response.ok) throw new Error(response.message)
}
