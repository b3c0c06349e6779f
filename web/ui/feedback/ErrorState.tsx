import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { commonText, errorStateText as text } from '#texts/common.ts'
import { ApiError, NetworkError } from '#web/lib/http/api.ts'

/** Error message for content that failed to load, with a retry button. A 404 links to the dashboard instead. */
export function ErrorState({
  title = text.title,
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
  const message = serverText || (isOffline ? commonText.offline : isDown ? text.unavailable : text.unexpected)
  return (
    <Alert color="red" title={title} icon={<IconAlertTriangle aria-hidden />} role="alert">
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
