import { Alert, Button, Stack, Text } from '@mantine/core'
import { getEncryptionKeyErrorText } from './keys.api.ts'

/** Alert for an error with encryption keys, with an optional button that resolves the error. */
export function KeyErrorAlert({
  error,
  action,
}: {
  error: Error | null
  action?: { label: string; onClick: () => void }
}) {
  if (!error) return null
  return (
    <Alert color="red" role="alert">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{getEncryptionKeyErrorText(error)}</Text>
        {action && (
          <Button size="xs" variant="default" onClick={action.onClick}>
            {action.label}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
