import { Button } from '@mantine/core'
import { IconMoodPuzzled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { errorStateText as text } from '#texts/common.ts'
import { ApiError, NetworkError } from '#web/lib/http/api.ts'
import { OfflineState } from './OfflineState.tsx'
import { StateMessage } from './StateMessage.tsx'

/**
 * Message in place of content that failed to load, with a retry button. After a 404, it links to the dashboard instead.
 * The message is calm, because the user did nothing wrong.
 */
export function ErrorState({
  title,
  error,
  onRetry,
}: {
  title?: string
  error: unknown
  onRetry: () => void
}) {
  const isOffline = error instanceof NetworkError || globalThis.navigator?.onLine === false
  const isDown = error instanceof ApiError && error.status >= 500
  const isGone = error instanceof ApiError && error.status === 404
  const serverText = error instanceof ApiError ? error.text : ''
  if (isOffline && !serverText) return <OfflineState title={title} onRetry={onRetry} />
  const message = serverText || (isDown ? text.unavailable : text.unexpected)
  return (
    <StateMessage
      role="alert"
      icon={<IconMoodPuzzled size={44} stroke={1.4} aria-hidden />}
      title={title ?? text.title}
      text={message}
    >
      {isGone ? (
        <Button variant="default" component={Link} to="/dashboard">
          {text.home}
        </Button>
      ) : (
        <Button variant="default" onClick={onRetry}>
          {text.retry}
        </Button>
      )}
    </StateMessage>
  )
}
