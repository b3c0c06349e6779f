import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import * as endpoints from '#shared/contracts/fees/fee-payments.endpoints.ts'
import { confirmPayee, declinePayee } from './payees/decide-payee.service.ts'
import { listManagedBooks, listPayeeChanges, listPayees } from './payees/list-payees.service.ts'
import { proposePayee } from './payees/propose-payee.service.ts'
import { confirmSlip, readSlip, rejectSlip } from './slips/decide-slip.service.ts'
import { readPayment } from './slips/read-payment.service.ts'
import { sendSlip, withdrawSlip } from './slips/send-slip.service.ts'
import { listWaitingSlips } from './slips/slip-queue.queries.ts'

export const routes: FeatureRoutes = implement => {
  implement(endpoints.listManagedBooks, ({ context }) => listManagedBooks(context))
  implement(endpoints.listPayees, ({ context, params }) => listPayees(context, params.id))
  implement(endpoints.proposePayee, async ({ context, params, body }) => ({
    id: await proposePayee(context, params.id, body),
  }))
  implement(endpoints.confirmPayee, ({ context, params }) => confirmPayee(context, params.id))
  implement(endpoints.declinePayee, ({ context, params }) => declinePayee(context, params.id))
  implement(endpoints.listPayeeChanges, ({ context }) => listPayeeChanges(context))
  implement(endpoints.readPayment, ({ context, params }) => readPayment(context, params.id))
  implement(endpoints.sendSlip, async ({ context, params, body, reply }) => {
    const { id, isNew } = await sendSlip(context, params.id, body)
    reply.code(isNew ? 201 : 200)
    return { id }
  })
  implement(endpoints.withdrawSlip, ({ context, params }) => withdrawSlip(context, params.id))
  implement(endpoints.listSlips, ({ context, query }) => listWaitingSlips(context, query))
  implement(endpoints.readSlip, ({ context, params }) => readSlip(context, params.id))
  implement(endpoints.confirmSlip, ({ context, params, body }) => confirmSlip(context, params.id, body))
  implement(endpoints.rejectSlip, ({ context, params, body }) => rejectSlip(context, params.id, body))
}
