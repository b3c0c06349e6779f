import { currentTermsVersion } from '#shared/terms.ts'
import { lazyLoadComponentAndTexts } from '#web/lib/language/lazy-parts.ts'
import '@mantine/core/styles/List.css'
import { Alert, Box, Button, Card, List, Stack, Text, Title } from '@mantine/core'
import { Suspense } from 'react'
import { termsBody } from '#shared/contracts/profile/profile.schemas.ts'
import { membershipTerms, acceptTermsText as text } from '#texts/terms.ts'
import { useAcceptTerms } from '#web/features/registration/registration.api.ts'
import { TermsAndConsentCheckboxes } from '#web/features/registration/terms/TermsAndConsentCheckboxes.tsx'
import { appName } from '#web/lib/document/branding.ts'
import { readFormValues } from '#web/lib/form/forms.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { getErrorMessageForUser } from '#web/lib/http/api.ts'
import { AppLogo } from '#web/ui/media/AppLogo.tsx'
import { LogoutButton } from './LogoutButton.tsx'
import styles from './PendingAccount.module.css'

/** Users who do not accept the terms can still export their data or delete their account. */
const InactiveAccountExportAndDeletionButtons = lazyLoadComponentAndTexts(
  async () =>
    (await import('./InactiveAccountExportAndDeletionButtons.tsx')).InactiveAccountExportAndDeletionButtons,
)

/** Consent page for users who have not accepted the terms of use in force. */
export function AcceptTermsPage() {
  const accept = useAcceptTerms()
  const { form, errors, submit } = useValidatedForm({
    schema: termsBody,
    sending: accept,
    read: fields => {
      const values = readFormValues(fields)
      const [isRead, isConsented] = [values.terms === 'true', values.consent === 'true']
      return { values: { version: currentTermsVersion, terms: isRead, consent: isConsented } }
    },
  })
  return (
    <main className={styles.page}>
      <title>{`${text.title} · ${appName}`}</title>
      <Card maw={620} padding="xl" mx="auto">
        <form ref={form} noValidate onSubmit={submit}>
          <Stack>
            <Stack align="center" ta="center">
              <AppLogo size={56} />
              <Title order={1} size="h2">
                {text.title}
              </Title>
              <Text c="dimmed">{text.intro}</Text>
            </Stack>
            <Title order={2} size="h4">
              {text.changes}
            </Title>
            <List spacing={6}>
              {membershipTerms.changes.map(change => (
                <List.Item key={change}>{change}</List.Item>
              ))}
            </List>
            {accept.error && (
              <Alert color="red" role="alert">
                {getErrorMessageForUser(accept.error, text.failed)}
              </Alert>
            )}
            <TermsAndConsentCheckboxes errors={errors} />
            <Button type="submit" size="md" disabled={accept.isPending}>
              {accept.isPending ? text.submitting : text.submit}
            </Button>
            <LogoutButton />
          </Stack>
        </form>
      </Card>
      <Text c="dimmed" ta="center">
        {text.otherwise}
      </Text>
      <Box w="100%" maw={860} mx="auto">
        <Suspense>
          <InactiveAccountExportAndDeletionButtons />
        </Suspense>
      </Box>
    </main>
  )
}
