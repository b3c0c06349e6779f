import * as z from 'zod/mini'
import { contract } from '#shared/endpoint.ts'
import { countAnswer, noBody } from './answers.ts'
import { hideBody, reportBody, reportParams, reportRow, reportsQuery } from './reports.ts'

/** Once for each person and message; again changes nothing. */
export const makeReport = contract({
  access: 'reports.make',
  body: reportBody,
  answer: 'nothing',
  // A message full of quotation marks, quoted twice.
  bodyLimit: 128 * 1024,
})

/** Lists reports that wait for the caller's decision. */
export const listReports = contract({
  access: 'reports.decide',
  query: reportsQuery,
  answer: z.array(reportRow),
})

export const countReports = contract({
  access: 'reports.decide',
  answer: countAnswer,
})

/** The attachment of a reported message, until the report is decided. */
export const openReportedFile = contract({
  access: 'reports.decide',
  params: reportParams,
  answer: 'stream',
})

/** Decides all open reports of the same message. */
export const hideReported = contract({
  access: 'reports.decide',
  params: reportParams,
  body: hideBody,
  answer: 'nothing',
})

/** Decides all open reports of the same message. */
export const dismissReport = contract({
  access: 'reports.decide',
  params: reportParams,
  body: noBody,
  answer: 'nothing',
})
