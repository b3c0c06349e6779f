import { useMutation, useQuery } from '@tanstack/react-query'
import * as payments from '#shared/contracts/fees/fee-payments.endpoints.ts'
import type { BodyOf } from '#shared/endpoint.ts'
import { payeeText, slipQueueText, slipText } from '#texts/fee-payments.ts'
import { buildQueryOptions, callEndpoint } from '#web/lib/http/api.ts'
import { shrinkImage, uploadFile } from '#web/lib/http/upload.ts'

/** Longest side in pixels of an uploaded payment slip. Numbers stay readable at this size. */
const longestTransferSlipSide = 1800

export const usePayment = (chargeId: number) =>
  useQuery(buildQueryOptions(payments.readPayment, { params: { id: chargeId } }))

export const usePayeeChanges = () => useQuery(buildQueryOptions(payments.listPayeeChanges))

/** Uploads the file of a payment slip, then submits the slip. */
export function useSendTransferSlip(chargeId: number) {
  return useMutation({
    mutationFn: async ({
      file,
      ...body
    }: Omit<BodyOf<typeof payments.sendTransferSlip>, 'fileId'> & { file: File }) => {
      const content = file.type.startsWith('image/') ? await shrinkImage(file, longestTransferSlipSide) : file
      const { id: fileId } = await uploadFile('fee_slip', content, file.name)
      return callEndpoint(payments.sendTransferSlip, { params: { id: chargeId }, body: { ...body, fileId } })
    },
    meta: { success: slipText.sent, failure: slipText.failed },
  })
}

export function useWithdrawTransferSlip() {
  return useMutation({
    mutationFn: (id: number) => callEndpoint(payments.withdrawTransferSlip, { params: { id } }),
    meta: { success: slipText.withdrawn, failure: slipText.withdrawFailed },
  })
}

export const useWaitingTransferSlips = () =>
  useQuery(buildQueryOptions(payments.listTransferSlips, { query: { limit: 100 } }))

export const useTransferSlip = (id: number | undefined) =>
  useQuery({
    ...buildQueryOptions(payments.readTransferSlip, { params: { id: id ?? 0 } }),
    enabled: id !== undefined,
  })

export function useConfirmTransferSlip() {
  return useMutation({
    mutationFn: ({ id, ...body }: BodyOf<typeof payments.confirmTransferSlip> & { id: number }) =>
      callEndpoint(payments.confirmTransferSlip, { params: { id }, body }),
    meta: { failure: slipQueueText.confirmFailed },
  })
}

export function useRejectTransferSlip() {
  return useMutation({
    mutationFn: ({ id, reason }: { id: number; reason: string }) =>
      callEndpoint(payments.rejectTransferSlip, { params: { id }, body: { reason } }),
    meta: { success: slipQueueText.rejected, failure: slipQueueText.rejectFailed },
  })
}

export const useManagedBooks = () => useQuery(buildQueryOptions(payments.listManagedBooks))

export const usePayees = (bookId: number) =>
  useQuery(buildQueryOptions(payments.listPayees, { params: { id: bookId } }))

export function useProposePayee(bookId: number) {
  return useMutation({
    mutationFn: (body: BodyOf<typeof payments.proposePayee>) =>
      callEndpoint(payments.proposePayee, { params: { id: bookId }, body }),
    meta: { success: payeeText.done, failure: payeeText.failed },
  })
}

export function useConfirmPayee() {
  return useMutation({
    mutationFn: (id: number) => callEndpoint(payments.confirmPayee, { params: { id } }),
    meta: { success: payeeText.confirmed, failure: payeeText.confirmFailed },
  })
}

export function useDeclinePayee() {
  return useMutation({
    mutationFn: (id: number) => callEndpoint(payments.declinePayee, { params: { id } }),
    meta: { success: payeeText.declined, failure: payeeText.declineFailed },
  })
}
