import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import type { ReportReason } from '#shared/constants.ts'
import * as reports from '#shared/contracts/reports/reports.endpoints.ts'
import type { ReportRow } from '#shared/contracts/reports/reports.schemas.ts'
import { reportsText as text } from '#texts/reports.ts'
import type { DisclosureVerdict } from '#web/lib/e2ee/group/verify-disclosed-message-with-pinned-keys.ts'
import { buildQueryOptions, callEndpoint } from '#web/lib/http/api.ts'
import { buildInfiniteQuery } from '#web/lib/query/paged-queries.ts'

const pageSize = 20

export function useMessageReportCount(): number {
  return useQuery(buildQueryOptions(reports.countReports)).data?.count ?? 0
}

export function useMessageReports() {
  return useInfiniteQuery(
    buildInfiniteQuery(
      reports.listReports.path,
      pageSize,
      before => callEndpoint(reports.listReports, { query: { limit: pageSize, before } }),
      ({ id }) => id,
    ),
  )
}

/** Verifies the sender's signature of a reported message in the browser, without trusting the server. */
async function checkReportedMessageSignature(
  { disclosed, group, sender, message }: ReportRow,
  myId: number,
): Promise<DisclosureVerdict> {
  const { mark, clientId, messageType } = message
  if (!disclosed || !mark) return { kind: 'unproven' }
  const { loadOwnAndPinnedKeys: findKeys } = await import('#web/lib/e2ee/group/load-encrypted-group.ts')
  const { verifyDisclosedMessageWithPinnedKeys: judgeDisclosed } = await import(
    '#web/lib/e2ee/group/verify-disclosed-message-with-pinned-keys.ts'
  )
  const { trust } = await findKeys(myId)
  const stored = { groupId: group.id, senderId: sender.id, messageType, clientId, mark }
  return judgeDisclosed(disclosed, stored, trust)
}

export function useReportedMessageSignatureCheck(report: ReportRow, myId: number) {
  const { id, disclosed } = report
  return useQuery({
    queryKey: ['proof', id],
    queryFn: () => checkReportedMessageSignature(report, myId),
    enabled: disclosed !== null,
    // A reported message's signature is checked at every display, because the sender's known keys may have changed.
    staleTime: 0,
  })
}

export function useHideReportedMessage(id: number) {
  return useMutation({
    mutationFn: (reason: ReportReason) =>
      callEndpoint(reports.hideReportedMessage, { params: { id }, body: { reason } }),
    meta: { success: text.hidden, failure: text.hideFailed },
  })
}

export function useDismissMessageReport(id: number) {
  return useMutation({
    mutationFn: () => callEndpoint(reports.dismissReport, { params: { id } }),
    meta: { success: text.dismissed, failure: text.dismissFailed },
  })
}
