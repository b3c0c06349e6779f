import * as z from 'zod/mini'
import { auditKinds } from '#shared/audit/audit-kinds.ts'
import { from, idParam, page, pageSize, to } from '#shared/fields/query-parameters.ts'
import { instant } from '#shared/fields/responses.ts'
import { buildSingleLineTextSchema } from '#shared/fields/text.ts'

export const auditEvent = z.object({
  id: z.int(),
  kind: z.enum(auditKinds),
  /** User who caused the audit event; null for a visitor or the server itself. */
  actor: z.nullable(z.object({ id: z.int(), fullName: z.string() })),
  /** User or record that the audit event is about. */
  target: z.nullable(z.object({ type: z.string(), id: z.string(), name: z.nullable(z.string()) })),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /**
   * Names for ids in the details of the audit event, as far as the caller may see them, such as 'club:7': 'Kelab
   * London'.
   */
  names: z.record(z.string(), z.string()),
  createdAt: instant,
})
/** Audit event as JSON: timestamps are ISO strings. */
export type AuditEvent = z.input<typeof auditEvent>

/**
 * Filters of the audit log. `person` is actor or target; `search` matches names and event labels.
 * `signIns: 'hidden'` leaves out the routine events of sessions (`signInKinds`).
 */
export const auditQuery = z.strictObject({
  page,
  pageSize,
  kind: z.optional(z.enum(auditKinds)),
  person: z.optional(idParam),
  search: z.optional(buildSingleLineTextSchema(200)),
  signIns: z.optional(z.enum(['shown', 'hidden'])),
  from,
  to,
})
export type AuditQuery = z.output<typeof auditQuery>
