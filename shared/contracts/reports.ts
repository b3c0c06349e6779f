import * as z from 'zod/mini'
import { groupTypes, reportReasons } from '#shared/constants.ts'
import { disclosed } from '#shared/e2ee/disclosed.ts'
import { attachedFile } from '#shared/e2ee/extra.ts'
import { sealedMark } from '#shared/e2ee/sealed.ts'
import { id } from '#shared/fields.ts'
import { face, instant } from './answers.ts'
import { idParam, queryNumber } from './query.ts'
import { optional, paragraphs } from './text.ts'

/** Characters of what a reporter adds. */
export const longestNote = 500

/** `disclosed`: of an encrypted message, which only its readers can show; of any other the server takes its own copy. */
export const reportBody = z.strictObject({
  messageId: z.int().check(z.positive()),
  reason: z.enum(reportReasons),
  note: optional(paragraphs(longestNote)),
  disclosed: z.optional(disclosed),
})
export type ReportBody = z.output<typeof reportBody>

export const reportRow = z.object({
  id,
  reason: z.enum(reportReasons),
  note: z.nullable(z.string()),
  createdAt: instant,
  /** For headquarters alone. */
  reporter: z.nullable(face),
  group: z.object({ id, name: z.string(), type: z.enum(groupTypes), direct: z.boolean() }),
  sender: face,
  message: z.object({
    clientId: z.nullable(z.string()),
    messageType: z.string(),
    createdAt: instant,
    /** Of an encrypted one. */
    mark: z.nullable(sealedMark),
  }),
  /** Either what the server has itself, or what the reporter disclosed. */
  content: z.nullable(z.string()),
  disclosed: z.nullable(disclosed),
  /** What went with the words, where the server can tell; of what was disclosed the signature tells. */
  file: z.nullable(attachedFile),
})
/** As it travels: moments are text. */
export type ReportRow = z.input<typeof reportRow>

/** Newest first; `before`: those that came before the one with this id. */
export const reportsQuery = z.strictObject({
  before: z.optional(idParam),
  limit: z._default(queryNumber(1, 100), 20),
})
export type ReportsQuery = z.output<typeof reportsQuery>
export const reportParams = z.object({ id: idParam })
export const hideBody = z.strictObject({ reason: z.enum(reportReasons) })
