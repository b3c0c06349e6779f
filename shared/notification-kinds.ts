// Kinds of notifications in the application, one record per kind: link, user preference and permission.
// The texts of each notification kind are in `notification-sentences.json` and `notification-choices.json`.

import { fillText, findText } from '#shared/language/texts.ts'
import { reportReasonLabels } from '#texts/labels.ts'
import { notificationSentences } from '#texts/notification-sentences.ts'
import type { Action } from './policies.ts'

/** Headings in the notification settings, in display order. */
export const notificationGroups = ['activities', 'membership', 'communication', 'administration'] as const
export type NotificationGroup = (typeof notificationGroups)[number]

interface NotificationRecord {
  /** Path that a click on the notification opens. `$id` stands for the id of the person, activity or club. */
  leadsTo: string
  /** Section of the screen to which the page scrolls after a click on the notification. */
  part?: string
  /**
   * Group of the entry in the notification settings, where users can turn this kind off.
   * The group is null for kinds that cannot be turned off, such as account security.
   */
  choice: NotificationGroup | null
  /**
   * Permission without which the notification settings hide this kind. The sending service chooses the recipients
   * independently of it.
   */
  onlyFor?: Action
  /**
   * Whether erasing the account of the person whom the notification is about (`params.userId`) also deletes the
   * notification.
   */
  isErasedWithPerson?: true
}

export const notificationRecords = {
  'user.registered': {
    leadsTo: '/member-approval',
    choice: 'administration',
    onlyFor: 'users.approve',
    isErasedWithPerson: true,
  },
  'import.proposed': {
    leadsTo: '/imports',
    choice: 'administration',
    onlyFor: 'imports.confirm',
  },
  'import.finished': {
    leadsTo: '/imports',
    choice: 'administration',
    onlyFor: 'imports.propose',
  },
  'backup.failed': {
    leadsTo: '/data-register',
    choice: null,
    onlyFor: 'data.register',
  },
  'user.approved': {
    leadsTo: '/profile',
    choice: null,
  },
  'user.role_changed': {
    leadsTo: '/profile',
    choice: 'membership',
  },
  'user.placed': {
    leadsTo: '/profile',
    choice: 'membership',
  },
  'user.unmasked': {
    leadsTo: '/profile',
    choice: 'membership',
  },
  'user.phone_shown': {
    leadsTo: '/profile',
    choice: 'membership',
  },
  'merge.asked': {
    leadsTo: '/settings',
    part: 'merging',
    choice: null,
  },
  'user.merged': {
    leadsTo: '/profile',
    choice: null,
  },
  'auth.new_device': {
    leadsTo: '/settings',
    part: 'devices',
    choice: null,
  },
  'two_factor.reset': {
    leadsTo: '/settings',
    part: 'two-factor',
    choice: null,
  },
  'keys.renewed': {
    leadsTo: '/settings',
    part: 'encryption',
    choice: null,
  },
  'activity.created': {
    leadsTo: '/activities/$id',
    choice: 'activities',
  },
  'activity.moved_up': {
    leadsTo: '/activities/$id',
    choice: 'activities',
  },
  'activity.changed': {
    leadsTo: '/activities/$id',
    choice: 'activities',
  },
  'activity.cancelled': {
    leadsTo: '/activities/$id',
    choice: 'activities',
  },
  'activity.reminder_day': {
    leadsTo: '/activities/$id',
    choice: 'activities',
  },
  'activity.reminder_hour': {
    leadsTo: '/activities/$id',
    choice: 'activities',
  },
  'activity.helper': {
    leadsTo: '/activities/$id',
    choice: 'activities',
  },
  'club.admin_changed': {
    leadsTo: '/clubs/$id',
    choice: 'administration',
  },
  'office.offered': {
    leadsTo: '/profile',
    choice: null,
  },
  'office.handed_over': {
    leadsTo: '/profile',
    choice: null,
  },
  'office.term_set': {
    leadsTo: '/profile',
    choice: 'administration',
  },
  'office.given': {
    leadsTo: '/profile',
    choice: 'administration',
  },
  'office.ended': {
    leadsTo: '/profile',
    choice: 'administration',
  },
  'office.ending': {
    leadsTo: '/profile',
    choice: 'administration',
  },
  'group.invited': {
    leadsTo: '/communication',
    choice: 'communication',
  },
  'message.mentioned': {
    leadsTo: '/communication',
    choice: 'communication',
  },
  'report.made': {
    leadsTo: '/reports',
    choice: 'administration',
  },
  'report.hidden': {
    leadsTo: '/communication',
    choice: null,
  },
  'report.dismissed': {
    leadsTo: '/communication',
    choice: null,
  },
  'message.hidden': {
    leadsTo: '/communication',
    choice: null,
  },
  'announcement.sent': {
    leadsTo: '/announcements/$id',
    choice: 'communication',
  },
  'announcement.reminder': {
    leadsTo: '/announcements/$id',
    choice: 'communication',
  },
  'announcement.urgent': {
    leadsTo: '/announcements/$id',
    choice: null,
  },
  'roll_call.asked': {
    leadsTo: '/safety/$id',
    choice: null,
  },
  'roll_call.reminder': {
    leadsTo: '/safety/$id',
    choice: null,
  },
  'fee.payee_proposed': {
    leadsTo: '/fees/payees',
    choice: null,
    onlyFor: 'fees.manage',
  },
  'fee.payee_confirmed': {
    leadsTo: '/fees/payees',
    choice: null,
    onlyFor: 'fees.manage',
  },
  'fee.payee_declined': {
    leadsTo: '/fees/payees',
    choice: null,
    onlyFor: 'fees.manage',
  },
  'fee.slip_rejected': {
    leadsTo: '/fees',
    choice: 'membership',
  },
  'fee.reminder': {
    leadsTo: '/fees',
    choice: 'membership',
  },
  'fee.charged': {
    leadsTo: '/fees',
    choice: 'membership',
  },
  'fee.paid': {
    leadsTo: '/fees',
    choice: 'membership',
  },
  'fee.waived': {
    leadsTo: '/fees',
    choice: 'membership',
  },
  'fee.reversed': {
    leadsTo: '/fees',
    choice: null,
  },
  'fee.refunded': {
    leadsTo: '/fees',
    choice: null,
  },
  'fee.reversal_requested': {
    leadsTo: '/fees/manage',
    choice: 'administration',
    onlyFor: 'fees.manage',
  },
  'motion.opened': {
    leadsTo: '/motions/$id',
    choice: 'communication',
  },
  'motion.closing': {
    leadsTo: '/motions/$id',
    choice: 'communication',
  },
  'motion.closed': {
    leadsTo: '/motions/$id',
    choice: 'communication',
  },
  'election.announced': {
    leadsTo: '/elections/$id',
    choice: 'communication',
  },
  'election.opened': {
    leadsTo: '/elections/$id',
    choice: 'communication',
  },
  'election.closing': {
    leadsTo: '/elections/$id',
    choice: 'communication',
  },
  'election.published': {
    leadsTo: '/elections/$id',
    choice: 'communication',
  },
  'election.annulled': {
    leadsTo: '/elections/$id',
    choice: 'communication',
  },
  'election.nominated': {
    leadsTo: '/elections/$id',
    choice: 'communication',
  },
  'election.trustee': {
    leadsTo: '/elections/$id',
    choice: null,
  },
  'call.missed': {
    leadsTo: '/communication',
    choice: 'communication',
  },
} as const satisfies Record<string, NotificationRecord>

export type NotificationKind = keyof typeof notificationRecords
export const notificationKinds = Object.keys(notificationRecords) as [NotificationKind, ...NotificationKind[]]

export function getNotificationKindDefinition(kind: NotificationKind): NotificationRecord {
  return notificationRecords[kind]
}

/** Notification kinds that users can turn off. Each kind has a label in `notification-choices.json`. */
export type AdjustableNotificationKind = {
  [Kind in NotificationKind]: (typeof notificationRecords)[Kind]['choice'] extends null ? never : Kind
}[NotificationKind]

export function canTurnOffNotificationKind(kind: NotificationKind): kind is AdjustableNotificationKind {
  return notificationRecords[kind].choice !== null
}

/**
 * Whether this release knows the notification kind. A newer release may have stored kinds that this release does not
 * know.
 */
export function isNotificationKind(kind: string): kind is NotificationKind {
  return kind in notificationRecords
}

/**
 * Builds the text of a notification. `subject` is the name of the person, activity or club concerned,
 * or the reason for which a message was hidden.
 */
export function formatNotificationSentence(kind: NotificationKind, subject: string): string {
  const name = kind === 'message.hidden' ? (findText(reportReasonLabels, subject) ?? subject) : subject
  return fillText(notificationSentences[kind], { subject: name })
}
