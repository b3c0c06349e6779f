import type { GroupRow } from '#shared/contracts/chat.ts'
import type { SendAnswer } from '#shared/contracts/socket.ts'
import { connection } from '#web/lib/socket.ts'
import { requireKeys } from './enter-call.ts'

/** A word in the conversation, sealed like any other: what somebody says on declining is between the two. */
export async function sayWord(group: GroupRow, myId: number, words: string): Promise<void> {
  const { sealed } = await requireKeys(group, myId)
  const clientId = crypto.randomUUID()
  const said = await sealed.seal(words, clientId)
  const message = { groupId: group.id, senderId: myId, clientId, ...said }
  const answer = await connection.ask<SendAnswer>('send-message', message)
  await sealed.settle(clientId, answer.ok ? answer.message.seq : undefined)
  if (!answer.ok) throw new Error(answer.message)
}
