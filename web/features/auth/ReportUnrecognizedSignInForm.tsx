import { Anchor, Button, Card, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { denySignInText as text } from '#texts/password.ts'
import { ApiError } from '#web/lib/http/api.ts'
import { FailureMessage, SuccessMessage } from '#web/ui/feedback/ResultMessages.tsx'
import { useReportUnrecognizedSignIn } from './password.api.ts'

/** Form that reports a sign-in as not the user's own. It needs a click, because mail scanners also open the link. */
export function ReportUnrecognizedSignInForm({
  token,
  onDone,
}: {
  token: string
  onDone: (resetToken: string) => void
}) {
  const { mutate, isPending, data, error } = useReportUnrecognizedSignIn()
  const reportUnrecognizedSignIn = () =>
    mutate({ token }, { onSuccess: ({ token: resetToken }) => resetToken && onDone(resetToken) })
  // A mailed link that the server rejected stays invalid. After any other error the user may retry.
  const isLinkInvalid = error instanceof ApiError && error.code === 'bad_link'
  if (data) return <Card>{data.token === null && <SuccessMessage message={text.moved} />}</Card>
  return (
    <Card>
      <Stack>
        <Text>{text.intro}</Text>
        <ol style={{ listStyle: 'revert', paddingInlineStart: 20 }}>
          {text.steps.map(step => (
            <Text component="li" key={step}>
              {step}
            </Text>
          ))}
        </ol>
        <FailureMessage error={error} otherwise={text.failed} />
        {isLinkInvalid ? (
          <Button component={Link} to="/forgot-password" size="md">
            {text.forgot}
          </Button>
        ) : (
          <Button color="red" size="md" disabled={isPending} onClick={reportUnrecognizedSignIn}>
            {isPending ? text.submitting : text.submit}
          </Button>
        )}
        <Anchor component={Link} to="/dashboard" size="sm" className="lone">
          {text.itWasMe}
        </Anchor>
      </Stack>
    </Card>
  )
}
