import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { ApiError } from '#web/lib/api.ts'

const text = {
  title: 'Halaman ini tidak dapat dipaparkan',
  offline: 'Sambungan ke pelayan terputus. Semak rangkaian anda, kemudian cuba lagi.',
  retry: 'Cuba lagi',
}

/** What happened, what to do, and a button that does it. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const message = error instanceof ApiError && error.text ? error.text : text.offline
  return (
    <Alert color="red" title={text.title} icon={<IconAlertTriangle aria-hidden />} role="alert">
      <Stack align="flex-start" gap="sm">
        <Text size="sm">{message}</Text>
        <Button size="xs" variant="default" onClick={onRetry}>
          {text.retry}
        </Button>
      </Stack>
    </Alert>
  )
}
