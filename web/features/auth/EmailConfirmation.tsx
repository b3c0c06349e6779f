import { Alert, Button, Card, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { confirmText as text } from '#texts/password.ts'
import { FailureMessage } from '#web/ui/feedback/ResultMessages.tsx'
import { useConfirmEmail } from './password.api.ts'

/** Confirms the email address as soon as the page opens. `token` comes from the mailed link. */
export function EmailConfirmation({ token }: { token: string }) {
  const { mutate, data, error } = useConfirmEmail()
  useEffect(() => mutate({ token }), [mutate, token])
  return (
    <Card padding="xl">
      <Stack>
        {!data && !error && <Text role="status">{text.waiting}</Text>}
        {data && (
          <Alert color="laut" role="status">
            {data.message}
          </Alert>
        )}
        <FailureMessage error={error} otherwise={text.failed} />
        {(data || error) && (
          <Button component={Link} to="/dashboard" size="md">
            {text.onward}
          </Button>
        )}
      </Stack>
    </Card>
  )
}
