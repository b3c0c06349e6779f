import { Anchor, Button, Card, Stack, Text, Title } from '@mantine/core'
import { IconBolt, IconForms, IconSend } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { registrationText as text } from '#texts/registration.ts'
import { ExpandableMembershipTerms } from '#web/features/registration/terms/TermsAndConsentCheckboxes.tsx'
import { GoogleSignInPageLink } from '#web/ui/form/GoogleSignInPageLink.tsx'
import { OrDivider } from '#web/ui/layout/OrDivider.tsx'

function RegistrationMethodCard({ title, help, action }: { title: string; help: string; action: ReactNode }) {
  return (
    <Card padding="lg">
      <Stack h="100%">
        <div>
          <Title order={2} size="h4" mb={4}>
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {help}
          </Text>
        </div>
        <div style={{ marginTop: 'auto' }}>{action}</div>
      </Stack>
    </Card>
  )
}

/** Registration by Google, full form or quick form. Signed-in users get a link to invitations, not Google. */
export function RegistrationMethodChoice({
  onChoose,
  withLogin,
  redirect,
}: {
  onChoose: (kind: 'full' | 'quick') => void
  withLogin: boolean
  redirect?: string
}) {
  return (
    <Stack>
      <Text c="dimmed">{withLogin ? text.intro : text.besideIntro}</Text>
      {withLogin ? (
        <>
          <GoogleSignInPageLink label={text.google} redirect={redirect} />
          <div>
            <Text size="sm" c="dimmed" mb={4}>
              {text.googleTerms}
            </Text>
            <ExpandableMembershipTerms />
          </div>
        </>
      ) : (
        <RegistrationMethodCard
          title={text.inviteTitle}
          help={text.inviteHelp}
          action={
            <Button
              size="md"
              leftSection={<IconSend size={18} aria-hidden />}
              renderRoot={props => <Link {...props} to="/invitations" />}
            >
              {text.openInvite}
            </Button>
          }
        />
      )}
      <OrDivider>{text.or}</OrDivider>
      <RegistrationMethodCard
        title={text.full}
        help={text.fullHelp}
        action={
          <Button
            size="md"
            variant="light"
            leftSection={<IconForms size={18} aria-hidden />}
            onClick={() => onChoose('full')}
          >
            {text.openFull}
          </Button>
        }
      />
      <RegistrationMethodCard
        title={text.quick}
        help={text.quickHelp}
        action={
          <Button
            size="md"
            variant="light"
            leftSection={<IconBolt size={18} aria-hidden />}
            onClick={() => onChoose('quick')}
          >
            {text.openQuick}
          </Button>
        }
      />
      {withLogin && (
        <Text size="sm" c="dimmed" ta="center">
          {text.hasAccount}{' '}
          <Anchor
            fw={700}
            inherit
            renderRoot={props => <Link {...props} to="/login" search={{ redirect }} />}
          >
            {text.login}
          </Anchor>
        </Text>
      )}
    </Stack>
  )
}
