import { sendExportAsDownload } from '#server/exports/export-rows-as-csv-or-xlsx.ts'
import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import { setTotalCountHeaders } from '#server/http/endpoints/json-stream.ts'
import * as endpoints from '#shared/contracts/fees/fees.endpoints.ts'
import { exportText } from '#texts/exports.ts'
import { changeOverdueFeeRules, readOverdueFeeRules } from './fee-rules.service.ts'
import { recordPayment } from './ledger/record-payment.service.ts'
import { decideReversalRequest, reverseLedgerEntry } from './ledger/reverse-entry.service.ts'
import { recordRefundOfOverpayment, waiveCharge } from './ledger/waive-charge.service.ts'
import { exportPlanCharges, listPlanCharges } from './overview/list-charges.service.ts'
import { listFeePlans, readFeePlan } from './overview/list-plans.service.ts'
import { listReversalRequests } from './overview/list-reversals.service.ts'
import { readOwnFees } from './overview/own-fees.service.ts'
import { readFeeAccount } from './overview/read-account.service.ts'
import { readReceipt } from './overview/read-receipt.service.ts'
import { chargePlanMembers } from './plans/charge-plan-members.service.ts'
import { previewFeePlan } from './plans/preview-plan.service.ts'
import { closeFeePlan, createFeePlan, updateFeePlan } from './plans/save-plan.service.ts'

export const registerRoutes: FeatureRoutes = implement => {
  implement(endpoints.readOwnFees, ({ context }) => readOwnFees(context))
  implement(endpoints.readReceipt, ({ context, params }) => readReceipt(context, params.id))
  implement(endpoints.listFeePlans, ({ context }) => listFeePlans(context))
  implement(endpoints.createFeePlan, async ({ context, body }) => ({
    id: await createFeePlan(context, body),
  }))
  implement(endpoints.readFeePlan, ({ context, params }) => readFeePlan(context, params.id))
  implement(endpoints.updateFeePlan, ({ context, params, body }) => updateFeePlan(context, params.id, body))
  implement(endpoints.closeFeePlan, ({ context, params }) => closeFeePlan(context, params.id))
  implement(endpoints.previewFeePlan, ({ context, params, query }) =>
    previewFeePlan(context, params.id, query.period),
  )
  implement(endpoints.chargePlanMembers, ({ context, params, body }) =>
    chargePlanMembers(context, params.id, body),
  )
  implement(endpoints.listPlanCharges, async ({ context, params, query, reply }) => {
    const { rows, ...counted } = await listPlanCharges(context, params.id, query)
    setTotalCountHeaders(reply, counted)
    return rows
  })
  implement(endpoints.exportPlanCharges, async ({ context, params, query, reply }) =>
    sendExportAsDownload(
      reply,
      exportText.fees.file,
      query.format,
      await exportPlanCharges(context, params.id, query),
    ),
  )
  implement(endpoints.readFeeAccount, ({ context, params }) => readFeeAccount(context, params.id))
  implement(endpoints.bookFeePayment, ({ context, params, body }) =>
    context.transaction(tx => recordPayment(tx, { ...body, accountId: params.id })),
  )
  implement(endpoints.waiveFeeCharge, ({ context, params, body }) => waiveCharge(context, params.id, body))
  implement(endpoints.refundFeeCredit, ({ context, params, body }) =>
    recordRefundOfOverpayment(context, params.id, body),
  )
  implement(endpoints.reverseFeeEntry, ({ context, params, body }) =>
    reverseLedgerEntry(context, params.id, body.reason),
  )
  implement(endpoints.listReversalRequests, ({ context }) => listReversalRequests(context))
  implement(endpoints.decideReversalRequest, ({ context, params, body }) =>
    decideReversalRequest(context, params.id, body.isConfirmed),
  )
  implement(endpoints.readFeeRules, ({ context }) => readOverdueFeeRules(context.db))
  implement(endpoints.changeFeeRules, ({ context, body }) => changeOverdueFeeRules(context, body))
}
