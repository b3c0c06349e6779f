import '@mantine/core/styles/Skeleton.css'
import { Button, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconBrandGoogle } from '@tabler/icons-react'
import { useEffect } from 'react'
import { linkText as text } from '#texts/google-sign-in.ts'
import { hasErrorStatus } from '#web/lib/http/api.ts'
import { FailureMessage } from '#web/ui/feedback/ResultMessages.tsx'
import { useDeclineGoogleLink, useGoogleAccountWaitingToBeLinked, useLinkGoogle } from './google.api.ts'

/** Asks after sign-in whether to link the pending Google account. If none is pending, calls `onDone` at once. */
export function LinkGooglePrompt({
  onDone,
  onSignedOut,
}: {
  onDone: () => void
  /** Called when no user is signed in, to open the login page with a notice about linking Google. */
  onSignedOut: () => void
}) {
  const pending = useGoogleAccountWaitingToBeLinked()
  const link = useLinkGoogle()
  const decline = useDeclineGoogleLink()
  const { error } = pending
  useEffect(() => {
    if (error) (hasErrorStatus(error, 401) ? onSignedOut : onDone)()
  }, [error, onDone, onSignedOut])
  if (!pending.data) return <Skeleton height={180} radius={16} />
  return (
    <Card>
      <Stack>
        <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
          {text.question({ email: pending.data.email })}
        </Title>
        <Text c="dimmed">{text.help}</Text>
        <FailureMessage error={link.error} otherwise={text.failed} />
        <Group>
          <Button
            leftSection={<IconBrandGoogle size={18} aria-hidden />}
            disabled={link.isPending}
            onClick={() => link.mutate(undefined, { onSuccess: onDone })}
          >
            {link.isPending ? text.confirming : text.confirm}
          </Button>
          <Button variant="default" onClick={() => decline.mutate(undefined, { onSettled: onDone })}>
            {text.decline}
          </Button>
        </Group>
      </Stack>
    </Card>
  )
}
