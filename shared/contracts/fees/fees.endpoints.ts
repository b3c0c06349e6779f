import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './fees.contracts.ts'

export const readOwnFees = defineEndpoint<typeof contracts.readOwnFees>('GET', '/api/fees')
export const readReceipt = defineEndpoint<typeof contracts.readReceipt>('GET', '/api/fees/receipts/:id')
export const listFeePlans = defineEndpoint<typeof contracts.listFeePlans>('GET', '/api/fees/plans')
export const createFeePlan = defineEndpoint<typeof contracts.createFeePlan>('POST', '/api/fees/plans')
export const readFeePlan = defineEndpoint<typeof contracts.readFeePlan>('GET', '/api/fees/plans/:id')
export const updateFeePlan = defineEndpoint<typeof contracts.updateFeePlan>('PUT', '/api/fees/plans/:id')
export const closeFeePlan = defineEndpoint<typeof contracts.closeFeePlan>('POST', '/api/fees/plans/:id/close')
export const previewFeePlan = defineEndpoint<typeof contracts.previewFeePlan>(
  'GET',
  '/api/fees/plans/:id/preview',
)
export const chargePlanMembers = defineEndpoint<typeof contracts.chargePlanMembers>(
  'POST',
  '/api/fees/plans/:id/raise',
)
export const listPlanCharges = defineEndpoint<typeof contracts.listPlanCharges>(
  'GET',
  '/api/fees/plans/:id/charges',
)
export const exportPlanCharges = defineEndpoint<typeof contracts.exportPlanCharges>(
  'GET',
  '/api/fees/plans/:id/export',
)
export const readFeeAccount = defineEndpoint<typeof contracts.readFeeAccount>('GET', '/api/fees/accounts/:id')
export const bookFeePayment = defineEndpoint<typeof contracts.bookFeePayment>(
  'POST',
  '/api/fees/accounts/:id/payments',
)
export const refundFeeCredit = defineEndpoint<typeof contracts.refundFeeCredit>(
  'POST',
  '/api/fees/accounts/:id/refunds',
)
export const waiveFeeCharge = defineEndpoint<typeof contracts.waiveFeeCharge>(
  'POST',
  '/api/fees/charges/:id/waivers',
)
export const reverseFeeEntry = defineEndpoint<typeof contracts.reverseFeeEntry>(
  'POST',
  '/api/fees/entries/:id/reversal',
)
export const listReversalRequests = defineEndpoint<typeof contracts.listReversalRequests>(
  'GET',
  '/api/fees/reversals',
)
export const decideReversalRequest = defineEndpoint<typeof contracts.decideReversalRequest>(
  'POST',
  '/api/fees/reversals/:id',
)
export const readFeeRules = defineEndpoint<typeof contracts.readFeeRules>('GET', '/api/fees/rules')
export const changeFeeRules = defineEndpoint<typeof contracts.changeFeeRules>('PUT', '/api/fees/rules')
