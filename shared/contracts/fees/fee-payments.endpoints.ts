import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './fee-payments.contracts.ts'

export const listManagedBooks = defineEndpoint<typeof contracts.listManagedBooks>('GET', '/api/fees/books')
export const listPayees = defineEndpoint<typeof contracts.listPayees>('GET', '/api/fees/books/:id/payees')
export const proposePayee = defineEndpoint<typeof contracts.proposePayee>(
  'POST',
  '/api/fees/books/:id/payees',
)
export const confirmPayee = defineEndpoint<typeof contracts.confirmPayee>(
  'POST',
  '/api/fees/payees/:id/confirm',
)
export const declinePayee = defineEndpoint<typeof contracts.declinePayee>(
  'POST',
  '/api/fees/payees/:id/decline',
)
export const listPayeeChanges = defineEndpoint<typeof contracts.listPayeeChanges>(
  'GET',
  '/api/fees/payee-changes',
)
export const readPayment = defineEndpoint<typeof contracts.readPayment>(
  'GET',
  '/api/fees/charges/:id/payment',
)
export const sendTransferSlip = defineEndpoint<typeof contracts.sendTransferSlip>(
  'POST',
  '/api/fees/charges/:id/slips',
)
export const withdrawTransferSlip = defineEndpoint<typeof contracts.withdrawTransferSlip>(
  'POST',
  '/api/fees/slips/:id/withdraw',
)
export const listTransferSlips = defineEndpoint<typeof contracts.listTransferSlips>('GET', '/api/fees/slips')
export const readTransferSlip = defineEndpoint<typeof contracts.readTransferSlip>(
  'GET',
  '/api/fees/slips/:id',
)
export const confirmTransferSlip = defineEndpoint<typeof contracts.confirmTransferSlip>(
  'POST',
  '/api/fees/slips/:id/confirm',
)
export const rejectTransferSlip = defineEndpoint<typeof contracts.rejectTransferSlip>(
  'POST',
  '/api/fees/slips/:id/reject',
)
