import { sendExport } from '#server/exports/export-table.ts'
import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import { setTotalCountHeaders } from '#server/http/endpoints/json-stream.ts'
import * as endpoints from '#shared/contracts/fees/fees.endpoints.ts'
import { exportText } from '#texts/exports.ts'
import { changeFeeRules, readFeeRules } from './fee-rules.service.ts'
import { bookPayment } from './ledger/book-payment.service.ts'
import { decideReversal, reverseEntry } from './ledger/reverse-entry.service.ts'
import { refundCredit, waiveCharge } from './ledger/waive-charge.service.ts'
import { exportPlanCharges, listPlanCharges } from './overview/list-charges.service.ts'
import { listPlans, readPlan } from './overview/list-plans.service.ts'
import { listReversalRequests } from './overview/list-reversals.service.ts'
import { readOwnFees } from './overview/own-fees.service.ts'
import { readFeeAccount } from './overview/read-account.service.ts'
import { readReceipt } from './overview/read-receipt.service.ts'
import { previewPlan } from './plans/preview-plan.service.ts'
import { raisePlan } from './plans/raise-plan.service.ts'
import { closePlan, createPlan, updatePlan } from './plans/save-plan.service.ts'

export const routes: FeatureRoutes = implement => {
  implement(endpoints.readOwnFees, ({ context }) => readOwnFees(context))
  implement(endpoints.readReceipt, ({ context, params }) => readReceipt(context, params.id))
  implement(endpoints.listFeePlans, ({ context }) => listPlans(context))
  implement(endpoints.createFeePlan, async ({ context, body }) => ({ id: await createPlan(context, body) }))
  implement(endpoints.readFeePlan, ({ context, params }) => readPlan(context, params.id))
  implement(endpoints.updateFeePlan, ({ context, params, body }) => updatePlan(context, params.id, body))
  implement(endpoints.closeFeePlan, ({ context, params }) => closePlan(context, params.id))
  implement(endpoints.previewFeePlan, ({ context, params, query }) =>
    previewPlan(context, params.id, query.period),
  )
  implement(endpoints.raiseFeePlan, ({ context, params, body }) => raisePlan(context, params.id, body))
  implement(endpoints.listPlanCharges, async ({ context, params, query, reply }) => {
    const { rows, ...counted } = await listPlanCharges(context, params.id, query)
    setTotalCountHeaders(reply, counted)
    return rows
  })
  implement(endpoints.exportPlanCharges, async ({ context, params, query, reply }) =>
    sendExport(reply, exportText.fees.file, query.format, await exportPlanCharges(context, params.id, query)),
  )
  implement(endpoints.readFeeAccount, ({ context, params }) => readFeeAccount(context, params.id))
  implement(endpoints.bookFeePayment, ({ context, params, body }) =>
    context.transaction(tx => bookPayment(tx, { ...body, accountId: params.id })),
  )
  implement(endpoints.waiveFeeCharge, ({ context, params, body }) => waiveCharge(context, params.id, body))
  implement(endpoints.refundFeeCredit, ({ context, params, body }) => refundCredit(context, params.id, body))
  implement(endpoints.reverseFeeEntry, ({ context, params, body }) =>
    reverseEntry(context, params.id, body.reason),
  )
  implement(endpoints.listReversalRequests, ({ context }) => listReversalRequests(context))
  implement(endpoints.decideReversalRequest, ({ context, params, body }) =>
    decideReversal(context, params.id, body.isConfirmed),
  )
  implement(endpoints.readFeeRules, ({ context }) => readFeeRules(context.db))
  implement(endpoints.changeFeeRules, ({ context, body }) => changeFeeRules(context, body))
}
