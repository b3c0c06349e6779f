// Resends encrypted messages of this device that are missing after the server was restored from an older backup.
// A restored backup lacks the newest messages, so one check of the newest sent message finds out if any is missing.
import type { SendMessageAcknowledgement } from '#shared/realtime/socket-events.ts'
import type { ConversationTransport } from '#web/features/chat/conversation-transport.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/group/encrypted-group.ts'
import { isContentForgotten } from '#web/lib/e2ee/group/outgoing-message-records.ts'

const maxAttempts = 10
type PlainTransport = Pick<ConversationTransport, 'fetchMessages' | 'send' | 'pause'>
type SentMessage = Awaited<ReturnType<EncryptedGroup['listSentAfter']>>[number]

/** Whether the server still has a sent message at its sequence number. If so, no earlier message is lost. */
async function isStoredOnServer(
  { clientId, seq }: SentMessage,
  { fetchMessages }: PlainTransport,
): Promise<boolean> {
  const [message] = await fetchMessages({ after: seq - 1, limit: 1 })
  return message?.seq === seq && message.clientId === clientId
}

async function sendMessageWithRetry(
  group: EncryptedGroup,
  { send, pause }: PlainTransport,
  message: SentMessage,
): Promise<SendMessageAcknowledgement> {
  const { clientId } = message
  let { sealed } = message
  let response = await send({ clientId, ...sealed })
  for (let attempt = 0; attempt < maxAttempts && !response.ok; attempt++) {
    if (response.code === 'stale-epoch') sealed = await group.encryptAgain(clientId, sealed)
    else if (response.code === 'too_fast') await new Promise(resolve => setTimeout(resolve, pause))
    else return response
    response = await send({ clientId, ...sealed })
  }
  return response
}

/** Resends lost messages in their original encrypted form. Returns whether any messages were lost. */
export async function resendLostMessages(group: EncryptedGroup, transport: PlainTransport): Promise<boolean> {
  /**
   * While the server publishes keys that the user did not create, this device sends nothing. The next attempt follows
   * when the client joins the group again.
   */
  if (group.get().areOwnKeysDisputed) return false
  const sent = await group.listSentAfter(0)
  const newest = sent.toSorted((a, b) => a.seq - b.seq).at(-1)
  if (!newest || (await isStoredOnServer(newest, transport))) return false
  group.reader.resetMessageOrder()
  for (const message of sent) {
    if (isContentForgotten(message)) {
      // A lost message that the user had deleted is not sent again.
      if (!(await isStoredOnServer(message, transport)))
        await group.settleMessage(message.clientId, undefined)
      continue
    }
    const response = await sendMessageWithRetry(group, transport, message)
    // A lost message is not sent again if the server has also lost the attached file.
    if (!response.ok && response.code === 'file_gone') {
      await group.settleMessage(message.clientId, undefined)
      continue
    }
    // If the server rejects a lost message, resending stops until the client next joins the conversation.
    if (!response.ok) break
    await group.settleMessage(message.clientId, response.message.seq)
  }
  return true
}
