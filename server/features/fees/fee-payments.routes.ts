import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import * as endpoints from '#shared/contracts/fees/fee-payments.endpoints.ts'
import { confirmPayee, declinePayee } from './payees/decide-payee.service.ts'
import { listFeeBooksManagedByCaller, listPayeeChanges, listPayees } from './payees/list-payees.service.ts'
import { proposePayee } from './payees/propose-payee.service.ts'
import {
  confirmTransferSlip,
  readTransferSlip,
  rejectTransferSlip,
} from './transfer-slips/decide-transfer-slip.service.ts'
import { readPaymentInstructions } from './transfer-slips/read-payment-instructions.service.ts'
import { sendTransferSlip, withdrawTransferSlip } from './transfer-slips/send-transfer-slip.service.ts'
import { listTransferSlipsAwaitingReview } from './transfer-slips/transfer-slip-queue.queries.ts'

export const registerRoutes: FeatureRoutes = implement => {
  implement(endpoints.listManagedBooks, ({ context }) => listFeeBooksManagedByCaller(context))
  implement(endpoints.listPayees, ({ context, params }) => listPayees(context, params.id))
  implement(endpoints.proposePayee, async ({ context, params, body }) => ({
    id: await proposePayee(context, params.id, body),
  }))
  implement(endpoints.confirmPayee, ({ context, params }) => confirmPayee(context, params.id))
  implement(endpoints.declinePayee, ({ context, params }) => declinePayee(context, params.id))
  implement(endpoints.listPayeeChanges, ({ context }) => listPayeeChanges(context))
  implement(endpoints.readPayment, ({ context, params }) => readPaymentInstructions(context, params.id))
  implement(endpoints.sendTransferSlip, async ({ context, params, body, reply }) => {
    const { id, isNew } = await sendTransferSlip(context, params.id, body)
    reply.code(isNew ? 201 : 200)
    return { id }
  })
  implement(endpoints.withdrawTransferSlip, ({ context, params }) => withdrawTransferSlip(context, params.id))
  implement(endpoints.listTransferSlips, ({ context, query }) =>
    listTransferSlipsAwaitingReview(context, query),
  )
  implement(endpoints.readTransferSlip, ({ context, params }) => readTransferSlip(context, params.id))
  implement(endpoints.confirmTransferSlip, ({ context, params, body }) =>
    confirmTransferSlip(context, params.id, body),
  )
  implement(endpoints.rejectTransferSlip, ({ context, params, body }) =>
    rejectTransferSlip(context, params.id, body),
  )
}
