import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { registeredText as text } from '#texts/registration.ts'
import { SuccessMessage } from '#web/ui/feedback/ResultMessages.tsx'
import { QrCode } from '#web/ui/media/QrCode.tsx'

/** Confirmation after a registration, with the next steps. `isOwn` means that the applicants registered themselves. */
export function RegistrationSuccessNotice({
  message,
  isMailed,
  link,
  isOwn,
  redirect,
  onAgain,
}: {
  message: string
  /** Whether the server sends mail. If not, the next steps after a registration do not mention an email. */
  isMailed: boolean
  /** Activation link that the user hands to the person whom the user has registered. */
  link?: string
  isOwn: boolean
  /** Path that opens after the new user has signed in. */
  redirect?: string
  onAgain: () => void
}) {
  const ownSteps = isMailed ? text.ownSteps : text.ownStepsUnmailed
  const steps = isOwn ? ownSteps : isMailed ? text.othersSteps : text.othersStepsUnmailed
  return (
    <Card padding="xl">
      <Stack>
        <SuccessMessage title={text.title} message={message} />
        {link && (
          <Stack align="center" gap="sm">
            <Text>{text.handOver}</Text>
            <div style={{ width: 'min(240px, 100%)' }}>
              <QrCode text={link} label={text.qr} />
            </div>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {link}
            </Text>
          </Stack>
        )}
        <Title order={2} size="h4">
          {text.next}
        </Title>
        <Text component="ol" m={0} pl="lg" style={{ listStyle: 'revert' }}>
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
