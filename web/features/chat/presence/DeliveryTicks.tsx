import { IconCheck, IconChecks } from '@tabler/icons-react'
import { presenceText as text } from '#texts/presence.ts'
import styles from '#web/features/chat/Chat.module.css'

/** Delivery status of the user's own message: one tick when stored on the server, two when read by all recipients. */
export function DeliveryTicks({ isRead }: { isRead: boolean }) {
  const Icon = isRead ? IconChecks : IconCheck
  return (
    <Icon
      size={16}
      role="img"
      aria-label={isRead ? text.read : text.sent}
      className={styles.ticks}
      data-read={isRead || undefined}
    />
  )
}
