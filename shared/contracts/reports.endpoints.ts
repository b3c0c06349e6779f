import { endpoint } from '#shared/endpoint.ts'
import type * as contracts from './reports.contracts.ts'

export const makeReport = endpoint<typeof contracts.makeReport>('POST', '/api/reports')
export const listReports = endpoint<typeof contracts.listReports>('GET', '/api/reports')
export const countReports = endpoint<typeof contracts.countReports>('GET', '/api/reports/count')
export const openReportedFile = endpoint<typeof contracts.openReportedFile>('GET', '/api/reports/:id/file')
export const hideReported = endpoint<typeof contracts.hideReported>('POST', '/api/reports/:id/hide')
export const dismissReport = endpoint<typeof contracts.dismissReport>('POST', '/api/reports/:id/dismiss')
