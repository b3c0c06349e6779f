import * as z from 'zod/mini'
import { groupTypes, reportReasons } from '#shared/constants.ts'
import { disclosed } from '#shared/e2ee/disclosed-message.ts'
import { encryptionMark } from '#shared/e2ee/encrypted-message.ts'
import { attachedFile } from '#shared/e2ee/message-metadata.ts'
import { id } from '#shared/fields/id-and-email.ts'
import { buildQueryNumberSchema, idParam } from '#shared/fields/query-parameters.ts'
import { instant, personSummary } from '#shared/fields/responses.ts'
import { buildMultiLineTextSchema, buildOptionalFieldSchema } from '#shared/fields/text.ts'

/** Maximum length in characters of the note that a user adds to the report of a message. */
export const maxReportNoteLength = 500

/**
 * Report of a message. `disclosed` (the decrypted message with its signature) is required for encrypted messages;
 * otherwise the server copies the text.
 */
export const reportBody = z.strictObject({
  messageId: z.int().check(z.positive()),
  reason: z.enum(reportReasons),
  note: buildOptionalFieldSchema(buildMultiLineTextSchema(maxReportNoteLength)),
  disclosed: z.optional(disclosed),
})
export type ReportBody = z.output<typeof reportBody>

export const reportRow = z.object({
  id,
  reason: z.enum(reportReasons),
  note: z.nullable(z.string()),
  createdAt: instant,
  /** User who reported the message. Only headquarters sees the reporter; the value is null for others. */
  reporter: z.nullable(personSummary),
  group: z.object({ id, name: z.string(), type: z.enum(groupTypes), direct: z.boolean() }),
  sender: personSummary,
  message: z.object({
    clientId: z.nullable(z.string()),
    messageType: z.string(),
    createdAt: instant,
    /** Encryption details of the reported message; null when the message was not encrypted. */
    mark: z.nullable(encryptionMark),
  }),
  /** Text of the reported message; null for an encrypted message, whose signed text is in `disclosed`. */
  content: z.nullable(z.string()),
  disclosed: z.nullable(disclosed),
  /**
   * Attached file of a plaintext message. For an encrypted message, the signed disclosure by the reporter describes the
   * file.
   */
  file: z.nullable(attachedFile),
})
/** Report of a message as JSON: timestamps are ISO strings. */
export type ReportRow = z.input<typeof reportRow>

/** Page of message reports, newest first. `before` is the id of the last report of the previous page. */
export const reportsQuery = z.strictObject({
  before: z.optional(idParam),
  limit: z._default(buildQueryNumberSchema(1, 100), 20),
})
export type ReportsQuery = z.output<typeof reportsQuery>
export const reportParams = z.object({ id: idParam })
export const hideBody = z.strictObject({ reason: z.enum(reportReasons) })
