import { Alert, Button, Stack, Text } from '@mantine/core'
import { troubleText } from './keys.api.ts'

/** Alert for a key error, with an optional button for the remedy. */
export function Trouble({
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
        <Text size="sm">{troubleText(error)}</Text>
        {action && (
          <Button size="xs" variant="default" onClick={action.onClick}>
            {action.label}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
