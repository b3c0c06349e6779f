import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import * as endpoints from '#shared/contracts/fees/fee-payments.endpoints.ts'
import { confirmPayee, declinePayee } from './payees/decide-payee.service.ts'
import { listManagedFeeBooks, listPayeeChanges, listPayees } from './payees/list-payees.service.ts'
import { proposePayee } from './payees/propose-payee.service.ts'
import { confirmTransferSlip, readTransferSlip, rejectTransferSlip } from './slips/decide-slip.service.ts'
import { readPaymentInstructions } from './slips/read-payment-instructions.service.ts'
import { sendTransferSlip, withdrawTransferSlip } from './slips/send-slip.service.ts'
import { listWaitingTransferSlips } from './slips/slip-queue.queries.ts'

export const routes: FeatureRoutes = implement => {
  implement(endpoints.listManagedBooks, ({ context }) => listManagedFeeBooks(context))
  implement(endpoints.listPayees, ({ context, params }) => listPayees(context, params.id))
  implement(endpoints.proposePayee, async ({ context, params, body }) => ({
    id: await proposePayee(context, params.id, body),
  }))
  implement(endpoints.confirmPayee, ({ context, params }) => confirmPayee(context, params.id))
  implement(endpoints.declinePayee, ({ context, params }) => declinePayee(context, params.id))
  implement(endpoints.listPayeeChanges, ({ context }) => listPayeeChanges(context))
  implement(endpoints.readPayment, ({ context, params }) => readPaymentInstructions(context, params.id))
  implement(endpoints.sendSlip, async ({ context, params, body, reply }) => {
    const { id, isNew } = await sendTransferSlip(context, params.id, body)
    reply.code(isNew ? 201 : 200)
    return { id }
  })
  implement(endpoints.withdrawSlip, ({ context, params }) => withdrawTransferSlip(context, params.id))
  implement(endpoints.listSlips, ({ context, query }) => listWaitingTransferSlips(context, query))
  implement(endpoints.readSlip, ({ context, params }) => readTransferSlip(context, params.id))
  implement(endpoints.confirmSlip, ({ context, params, body }) =>
    confirmTransferSlip(context, params.id, body),
  )
  implement(endpoints.rejectSlip, ({ context, params, body }) => rejectTransferSlip(context, params.id, body))
}
