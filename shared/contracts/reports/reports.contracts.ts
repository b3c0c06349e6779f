import * as z from 'zod/mini'
import { defineContract } from '#shared/endpoint.ts'
import { countResponse, noBody } from '#shared/fields/responses.ts'
import { hideBody, reportBody, reportParams, reportRow, reportsQuery } from './reports.schemas.ts'

/** Reports a chat message to moderators. A repeated report by the same user has no effect. */
export const reportMessage = defineContract({
  access: 'reports.make',
  body: reportBody,
  answer: 'nothing',
  // The body limit is above the default, because a report contains the message as an escaped JSON string.
  bodyLimit: 128 * 1024,
})

/** Lists reported messages about which the caller can decide. */
export const listReports = defineContract({
  access: 'reports.decide',
  query: reportsQuery,
  answer: z.array(reportRow),
})

export const countReports = defineContract({
  access: 'reports.decide',
  answer: countResponse,
})

/** Downloads the attachment of a reported message. The download is available until the report is decided. */
export const openReportedFile = defineContract({
  access: 'reports.decide',
  params: reportParams,
  answer: 'stream',
})

/** Hides the reported message and closes all reports about it. */
export const hideReportedMessage = defineContract({
  access: 'reports.decide',
  params: reportParams,
  body: hideBody,
  answer: 'nothing',
})

/** Dismisses all open reports about the same message. */
export const dismissReport = defineContract({
  access: 'reports.decide',
  params: reportParams,
  body: noBody,
  answer: 'nothing',
})
