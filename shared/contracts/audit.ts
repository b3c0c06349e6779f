import * as z from 'zod/mini'
import { instant } from './answers.ts'
import { from, idParam, page, pageSize, to } from './query.ts'

/** Everything the audit trail can record. */
export const auditKinds = [
  'auth.login',
  'auth.login_failed',
  'auth.logout',
  'auth.password_reset',
  'auth.password_changed',
  'auth.sessions_ended',
  'auth.google_linked',
  'user.registered',
  'user.applied_again',
  'user.email_confirmed',
  'user.email_changed',
  'user.erased',
  'account.data_requested',
  'account.preference_changed',
  'user.approved',
  'user.rejected',
  'user.role_changed',
  'user.deactivated',
  'user.reactivated',
  'user.placed',
  'user.unmasked',
  'users.exported',
  'analytics.exported',
  'club.created',
  'club.updated',
  'club.deactivated',
  'club.reactivated',
  'activity.created',
  'activity.updated',
  'activity.status_changed',
  'activity.joined',
  'activity.left',
  'activity.attendance_marked',
  'activity.exported',
  'club.admin_changed',
  'group.created',
  'group.updated',
  'group.closed',
  'group.members_changed',
  'group.encrypted',
  'call.started',
  'call.ended',
  'keys.created',
  'keys.renewed',
  'keys.restored',
  'keys.withdrawn',
  'keys.passkey_added',
  'keys.phrase_made',
  'keys.way_removed',
  'admin.created',
  'profile.updated',
] as const
export type AuditKind = (typeof auditKinds)[number]

export const auditEvent = z.object({
  id: z.int(),
  kind: z.enum(auditKinds),
  /** Who did it; null: a visitor, or the program itself. */
  actor: z.nullable(z.object({ id: z.int(), fullName: z.string() })),
  /** Whom or what it was done to. */
  target: z.nullable(z.object({ type: z.string(), id: z.string(), name: z.nullable(z.string()) })),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  createdAt: instant,
})
/** As it travels: moments are text. */
export type AuditEvent = z.input<typeof auditEvent>

/** `person`: by whom or to whom. */
export const auditQuery = z.strictObject({
  page,
  pageSize,
  kind: z.optional(z.enum(auditKinds)),
  person: z.optional(idParam),
  from,
  to,
})
export type AuditQuery = z.output<typeof auditQuery>
