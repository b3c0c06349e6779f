import { Text } from '@mantine/core'
import { chatText as text } from '#texts/conversations.ts'
import styles from '#web/features/chat/Chat.module.css'
import type { ComposedMessage, SendAttempt } from './use-message-composer.ts'

/** Explains why the message cannot be sent now and whether it will be sent later without further action. */
function describeBlockedSending(
  isConnected: boolean,
  blocked?: string,
  attempt?: SendAttempt,
): string | undefined {
  if (blocked !== undefined) return attempt ? text.notSentYet({ reason: blocked }) : blocked
  if (isConnected) return undefined
  return attempt ? text.heldOffline : text.offline
}

/**
 * Shows why the message cannot be sent: no connection, sending is blocked (`blocked`), or the text is too long. A reason
 * that a notice above the messages already shows is only for screen readers, until the user tries to send.
 */
export function MessageSendingProblemNotice({
  message,
  blocked,
  isReasonAbove = false,
}: {
  message: ComposedMessage
  blocked?: string
  isReasonAbove?: boolean
}) {
  const { isConnected, attempt, excessLength } = message
  const isHidden = isReasonAbove && blocked !== undefined && !attempt
  return (
    <>
      {/* The status element is always rendered: screen readers announce only changes inside it. */}
      <Text size="xs" c="dimmed" role="status" className={isHidden ? styles.spoken : styles.heldUp}>
        {describeBlockedSending(isConnected, blocked, attempt)}
      </Text>
      {excessLength > 0 && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {text.tooLong({ over: excessLength })}
        </Text>
      )}
    </>
  )
}
