import * as z from 'zod/mini'
import { auditKinds } from '#shared/audit-kinds.ts'
import { instant } from './answers.ts'
import { from, idParam, page, pageSize, to } from './query.ts'
import { line } from './text.ts'

export const auditEvent = z.object({
  id: z.int(),
  kind: z.enum(auditKinds),
  /** Who did it; null: a visitor, or the program itself. */
  actor: z.nullable(z.object({ id: z.int(), fullName: z.string() })),
  /** Whom or what it was done to. */
  target: z.nullable(z.object({ type: z.string(), id: z.string(), name: z.nullable(z.string()) })),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** What the ids among the details are called, as far as whoever reads it may know: 'club:7' is Kelab London. */
  names: z.record(z.string(), z.string()),
  createdAt: instant,
})
/** As it travels: moments are text. */
export type AuditEvent = z.input<typeof auditEvent>

/** `person`: by whom or to whom; `search`: words of a person, a club, an activity or of what was done. */
export const auditQuery = z.strictObject({
  page,
  pageSize,
  kind: z.optional(z.enum(auditKinds)),
  person: z.optional(idParam),
  search: z.optional(line(200)),
  from,
  to,
})
export type AuditQuery = z.output<typeof auditQuery>
