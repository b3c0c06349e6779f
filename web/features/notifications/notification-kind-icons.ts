import {
  IconAlertTriangle,
  IconBuildingCommunity,
  IconCalendarEvent,
  IconCertificate,
  IconChecklist,
  IconDatabaseExport,
  IconDeviceMobile,
  IconEye,
  IconFileImport,
  IconFlag,
  IconKey,
  IconMessage,
  type IconProps,
  IconReceipt2,
  IconShieldCheck,
  IconSpeakerphone,
  IconUser,
  IconUsers,
  IconVideo,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { NotificationKind } from '#shared/notification-kinds.ts'

/** First part of a notification kind, before the dot. Kinds with the same first part have the same icon. */
type Family<Kind> = Kind extends `${infer Name}.${string}` ? Name : never

export type NotificationTone = 'usual' | 'wait' | 'alarm'

const iconsByFamily: Record<Family<NotificationKind>, ComponentType<IconProps>> = {
  user: IconUser,
  import: IconFileImport,
  auth: IconDeviceMobile,
  two_factor: IconShieldCheck,
  keys: IconKey,
  activity: IconCalendarEvent,
  club: IconBuildingCommunity,
  office: IconCertificate,
  group: IconMessage,
  message: IconMessage,
  report: IconFlag,
  announcement: IconSpeakerphone,
  roll_call: IconAlertTriangle,
  motion: IconChecklist,
  election: IconChecklist,
  backup: IconDatabaseExport,
  merge: IconUsers,
  call: IconVideo,
  fee: IconReceipt2,
}

const iconsByKind: Partial<Record<NotificationKind, ComponentType<IconProps>>> = {
  'user.unmasked': IconEye,
  'user.phone_shown': IconEye,
}

/** Colours of notification kinds: `alarm` for urgent notifications, `wait` for notifications that need a decision. */
const tones: Partial<Record<NotificationKind, NotificationTone>> = {
  'roll_call.asked': 'alarm',
  'roll_call.reminder': 'alarm',
  'announcement.urgent': 'alarm',
  'activity.cancelled': 'alarm',
  'auth.new_device': 'alarm',
  'keys.renewed': 'alarm',
  'fee.payee_confirmed': 'alarm',
  'fee.payee_proposed': 'wait',
  'fee.reminder': 'wait',
  'user.registered': 'wait',
  'import.proposed': 'wait',
  'report.made': 'wait',
  'office.offered': 'wait',
  'election.trustee': 'wait',
  'election.nominated': 'wait',
  'office.ending': 'wait',
}

export function getNotificationIcon(kind: NotificationKind): {
  Icon: ComponentType<IconProps>
  tone: NotificationTone
} {
  const family = kind.slice(0, kind.indexOf('.')) as Family<NotificationKind>
  return { Icon: iconsByKind[kind] ?? iconsByFamily[family], tone: tones[kind] ?? 'usual' }
}
