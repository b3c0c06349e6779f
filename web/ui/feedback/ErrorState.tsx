import { Button } from '@mantine/core'
import { IconMoodSad } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { errorStateText as text } from '#texts/common.ts'
import { ApiError, NetworkError } from '#web/lib/http/api.ts'
import { ContentPlaceholderMessage } from './ContentPlaceholderMessage.tsx'
import { OfflineState, UnloadedContentPlaceholder } from './OfflineState.tsx'

/**
 * Message in place of content that failed to load, with a retry button. After a 404, it links to the dashboard instead.
 * The message is calm, because the user did nothing wrong. Several failures of the server are explained once per page;
 * each refusal (4xx) has its own message.
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
  const serverText = error instanceof ApiError ? error.text : ''
  if (isOffline && !serverText) return <OfflineState title={title} onRetry={onRetry} />
  const stateProps = {
    icon: <IconMoodSad size={44} stroke={1.4} aria-hidden />,
    title: title ?? text.title,
    text: serverText || (isDown ? text.unavailable : text.unexpected),
  }
  if (error instanceof ApiError && !isDown)
    return (
      <ContentPlaceholderMessage role="alert" {...stateProps}>
        {error.status === 404 ? (
          <Button component={Link} to="/dashboard">
            {text.home}
          </Button>
        ) : (
          <Button onClick={onRetry}>{text.retry}</Button>
        )}
      </ContentPlaceholderMessage>
    )
  return (
    <UnloadedContentPlaceholder
      role="alert"
      onRetry={onRetry}
      message={retryButton => (
        <ContentPlaceholderMessage {...stateProps}>{retryButton}</ContentPlaceholderMessage>
      )}
    />
  )
}
