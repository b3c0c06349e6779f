import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { countAnswer, noBody } from './answers.ts'
import { hideBody, reportBody, reportParams, reportRow, reportsQuery } from './reports.ts'

/** Once for each person and message; again changes nothing. */
export const makeReport = endpoint('POST', '/api/reports', {
  access: 'reports.make',
  body: reportBody,
  answer: 'nothing',
  // A message full of quotation marks, quoted twice.
  bodyLimit: 128 * 1024,
})

/** Those that wait for one's decision. */
export const listReports = endpoint('GET', '/api/reports', {
  access: 'reports.decide',
  query: reportsQuery,
  answer: z.array(reportRow),
})

export const countReports = endpoint('GET', '/api/reports/count', {
  access: 'reports.decide',
  answer: countAnswer,
})

/** What went with the reported message, while it waits to be decided. */
export const openReportedFile = endpoint('GET', '/api/reports/:id/file', {
  access: 'reports.decide',
  params: reportParams,
  answer: 'stream',
})

/** Decides all open reports of the same message. */
export const hideReported = endpoint('POST', '/api/reports/:id/hide', {
  access: 'reports.decide',
  params: reportParams,
  body: hideBody,
  answer: 'nothing',
})

/** Decides all open reports of the same message. */
export const dismissReport = endpoint('POST', '/api/reports/:id/dismiss', {
  access: 'reports.decide',
  params: reportParams,
  body: noBody,
  answer: 'nothing',
})
