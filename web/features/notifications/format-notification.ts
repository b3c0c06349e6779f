import type { Notification } from '#shared/contracts/notifications/notifications.schemas.ts'
import { formatNotificationSentence } from '#shared/notification-kinds.ts'
import { nameText } from '#texts/labels.ts'

export function formatNotification({ kind, subject }: Notification): string {
  return formatNotificationSentence(kind, subject ?? nameText.formerMember)
}
