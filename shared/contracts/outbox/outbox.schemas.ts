import * as z from 'zod/mini'
import { mailStatuses } from '#shared/constants.ts'
import { page, pageSize } from '#shared/fields/query-parameters.ts'
import { instant } from '#shared/fields/responses.ts'

/** Kinds of emails that the application sends. */
const mailKinds = [
  'user.registered',
  'user.invited',
  'invitation.sent',
  'email.confirm',
  'email.change',
  'email.changed',
  'google.linked',
  'google.unlinked',
  'user.approved',
  'user.rejected',
  'password.forgotten',
  'password.changed',
  'auth.new_device',
  'passkey.added',
  'passkey.removed',
  'two_factor.on',
  'two_factor.off',
  'two_factor.recovery',
  'two_factor.reset',
  'keys.renewed',
  'activity.moved_up',
  'activity.changed',
  'activity.cancelled',
  'activity.reminder_day',
  'activity.reminder_hour',
  'announcement.sent',
  'announcement.reminder',
  'announcement.urgent',
  'roll_call.asked',
  'roll_call.reminder',
  'fee.reminder',
  'fee.receipt',
  'fee.payee_confirmed',
] as const
export type MailKind = (typeof mailKinds)[number]

/** Email in the outbox as administrators see it, without its content. */
export const outboxMail = z.object({
  id: z.int(),
  kind: z.enum(mailKinds),
  recipient: z.string(),
  status: z.enum(mailStatuses),
  attempts: z.int(),
  lastError: z.nullable(z.string()),
  createdAt: instant,
  sentAt: z.nullable(instant),
})
export type OutboxMail = z.input<typeof outboxMail>

export const outboxQuery = z.strictObject({ page, pageSize })

/**
 * Report of a bounced mail. `messageId` is the Message-ID of the mail; `complaint` means that the recipient reported it
 * as spam.
 */
export const bounceBody = z.strictObject({
  messageId: z.string().check(z.minLength(1), z.maxLength(300)),
  kind: z.enum(['bounce', 'complaint']),
  /** Status code such as 5.1.1 with which the receiving mail server rejected the email. */
  code: z.optional(z.string().check(z.regex(/^[\w. -]{1,40}$/))),
})
export type BounceBody = z.output<typeof bounceBody>
