import type { Notification } from '#shared/contracts/notifications/notifications.schemas.ts'
import { formerMember } from '#shared/labels.ts'
import { notificationRecords } from '#shared/notification-kinds.ts'

export function formatNotification({ kind, subject }: Notification): string {
  return notificationRecords[kind].sentence(subject ?? formerMember)
}
