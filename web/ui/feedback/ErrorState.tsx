import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { errorStateText as text } from '#texts/common.ts'
import { ApiError, NetworkError } from '#web/lib/http/api.ts'
import { OfflineState } from './OfflineState.tsx'

/**
 * Error message for content that failed to load, with a retry button. After a 404, it links to the dashboard instead.
 * If the server cannot be reached, the message is calm and does not look like an error.
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
    <Alert color="red" title={title ?? text.title} icon={<IconAlertTriangle aria-hidden />} role="alert">
      <Stack align="flex-start" gap="sm">
        <Text size="sm">{message}</Text>
        {isGone ? (
          <Button size="xs" variant="default" component={Link} to="/dashboard">
            {text.home}
          </Button>
        ) : (
          <Button size="xs" variant="default" onClick={onRetry}>
            {text.retry}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
