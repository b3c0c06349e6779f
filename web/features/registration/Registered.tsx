import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Done } from '#web/ui/Done.tsx'
import { registeredText as text } from './registration.text.ts'

/** In place of the form: what happens next, and the way on. `isOwn`: the applicant, not somebody for them. */
export function Registered({
  message,
  isOwn,
  redirect,
  onAgain,
}: {
  message: string
  isOwn: boolean
  /** Where the login is to lead. */
  redirect?: string
  onAgain: () => void
}) {
  const steps = isOwn ? text.ownSteps : text.othersSteps
  return (
    <Card padding="xl">
      <Stack>
        <Done title={text.title} message={message} />
        <Title order={2} size="h4">
          {text.next}
        </Title>
        <Text component="ol" m={0} pl="lg">
          {steps.map(step => (
            <Text component="li" key={step} mb={8}>
              {step}
            </Text>
          ))}
        </Text>
        <Group>
          {isOwn && (
            <Button size="md" renderRoot={props => <Link {...props} to="/login" search={{ redirect }} />}>
              {text.login}
            </Button>
          )}
          <Button variant={isOwn ? 'default' : 'filled'} size="md" onClick={onAgain}>
            {text.again}
          </Button>
        </Group>
      </Stack>
    </Card>
  )
}
