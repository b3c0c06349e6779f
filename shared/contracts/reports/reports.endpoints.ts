import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './reports.contracts.ts'

export const reportMessage = defineEndpoint<typeof contracts.reportMessage>('POST', '/api/reports')
export const listReports = defineEndpoint<typeof contracts.listReports>('GET', '/api/reports')
export const countReports = defineEndpoint<typeof contracts.countReports>('GET', '/api/reports/count')
export const openReportedFile = defineEndpoint<typeof contracts.openReportedFile>(
  'GET',
  '/api/reports/:id/file',
)
export const hideReportedMessage = defineEndpoint<typeof contracts.hideReportedMessage>(
  'POST',
  '/api/reports/:id/hide',
)
export const dismissReport = defineEndpoint<typeof contracts.dismissReport>(
  'POST',
  '/api/reports/:id/dismiss',
)
