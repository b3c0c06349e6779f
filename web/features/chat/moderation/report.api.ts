import { useMutation } from '@tanstack/react-query'
import type { ReportReason } from '#shared/constants.ts'
import { listMessages } from '#shared/contracts/chat/chat.endpoints.ts'
import { reportMessage } from '#shared/contracts/reports/reports.endpoints.ts'
import type { DisclosedMessage } from '#shared/e2ee/disclosed-message.ts'
import { reportText as text } from '#texts/message-report.ts'
import type { DisplayedMessage } from '#web/features/chat/displayed-message.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/group/encrypted-group.ts'
import { callEndpoint } from '#web/lib/http/api.ts'

/** Builds the evidence for a report from the stored message, including its signature. */
async function buildReportEvidence(
  encryptedGroup: EncryptedGroup,
  { groupId, seq }: DisplayedMessage,
): Promise<DisclosedMessage> {
  const [stored] = await callEndpoint(listMessages, {
    params: { groupId },
    query: { after: seq - 1, limit: 1 },
  })
  if (stored?.seq !== seq) throw new Error('the message is not there')
  return encryptedGroup.reader.discloseMessageForReport(stored)
}

export function useReportMessage(message: DisplayedMessage, encryptedGroup?: EncryptedGroup) {
  return useMutation({
    mutationFn: async ({ reason, note }: { reason: ReportReason; note: string }) => {
      const disclosed =
        encryptedGroup && message.signed ? await buildReportEvidence(encryptedGroup, message) : undefined
      await callEndpoint(reportMessage, { body: { messageId: message.id, reason, note, disclosed } })
    },
    meta: { success: text.sent, failure: text.failed },
  })
}
