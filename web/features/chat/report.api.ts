import { useMutation } from '@tanstack/react-query'
import type { ReportReason } from '#shared/constants.ts'
import { listMessages } from '#shared/contracts/chat.endpoints.ts'
import { makeReport } from '#shared/contracts/reports.endpoints.ts'
import type { Disclosed } from '#shared/e2ee/disclosed.ts'
import { call } from '#web/lib/api.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/encrypted-group.ts'
import { reportText as text } from './report.text.ts'
import type { ShownMessage } from './shown-message.ts'

/** Builds the evidence for a report. The signature is only in the stored message, so that is fetched. */
async function buildEvidence(
  encryptedGroup: EncryptedGroup,
  { groupId, seq }: ShownMessage,
): Promise<Disclosed> {
  const [stored] = await call(listMessages, { params: { groupId }, query: { after: seq - 1, limit: 1 } })
  if (stored?.seq !== seq) throw new Error('the message is not there')
  return encryptedGroup.disclose(stored)
}

export function useReport(message: ShownMessage, encryptedGroup?: EncryptedGroup) {
  return useMutation({
    mutationFn: async ({ reason, note }: { reason: ReportReason; note: string }) => {
      const disclosed =
        encryptedGroup && message.signed ? await buildEvidence(encryptedGroup, message) : undefined
      await call(makeReport, { body: { messageId: message.id, reason, note, disclosed } })
    },
    meta: { success: text.sent, failure: text.failed },
  })
}
