import { Alert, Button, Card, Stack, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { errorStateText } from '#texts/common.ts'
import { confirmText as text } from '#texts/password.ts'
import { hasErrorStatus } from '#web/lib/http/api.ts'
import { FailureMessage } from '#web/ui/feedback/ResultMessages.tsx'
import { UnusableLinkCard } from '#web/ui/feedback/UnusableLinkCard.tsx'
import { useConfirmEmail } from './password.api.ts'

/** Page that confirms an email address as soon as it opens. `token` comes from the mailed link. */
export function EmailConfirmation({ token }: { token: string }) {
  const { mutate, data, error } = useConfirmEmail()
  useEffect(() => mutate({ token }), [mutate, token])
  if (hasErrorStatus(error, 400))
    return (
      <UnusableLinkCard
        title={text.unusable}
        text={text.badLink}
        steps={[
          { label: text.again, to: '/profile' },
          { label: text.login, to: '/login' },
        ]}
      />
    )
  return (
    <Card>
      <Stack>
        {!data && !error && <Text role="status">{text.waiting}</Text>}
        {data && (
          <Alert color="laut" role="status" icon={<IconCheck aria-hidden />}>
            {data.message}
          </Alert>
        )}
        <FailureMessage error={error} otherwise={text.failed} />
        {error && (
          <Button variant="default" size="md" onClick={() => mutate({ token })}>
            {errorStateText.retry}
          </Button>
        )}
        {data && (
          <Button component={Link} to="/dashboard" size="md">
            {text.onward}
          </Button>
        )}
      </Stack>
    </Card>
  )
}
