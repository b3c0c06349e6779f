import { Button, Card, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import {
  activateAccountForm,
  type InvitationLinkResponse,
} from '#shared/contracts/registration/registration.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { joinText, registrationText as text } from '#texts/registration.ts'
import { useActivateAccount } from '#web/features/registration/registration.api.ts'
import { TermsAndConsentCheckboxes } from '#web/features/registration/terms/TermsAndConsentCheckboxes.tsx'
import { readFormValues } from '#web/lib/form/forms.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { FailureMessage, SuccessMessage } from '#web/ui/feedback/ResultMessages.tsx'
import { NewPasswordFields } from '#web/ui/form/NewPasswordFields.tsx'

/** Form that activates an account created by another user: the owner sets a password and accepts the terms. */
export function ActivateAccountForm({
  token,
  person,
}: {
  token: string
  person: Extract<InvitationLinkResponse, { kind: 'account' }>
}) {
  const join = useActivateAccount()
  const { form, errors, submit } = useValidatedForm({
    schema: activateAccountForm,
    sending: join,
    read: fields => {
      const values = readFormValues(fields)
      return {
        values: { token, ...values, terms: values.terms === 'true', consent: values.consent === 'true' },
      }
    },
  })
  if (join.data) {
    return (
      <Card padding="xl">
        <Stack>
          <SuccessMessage message={join.data.message} />
          <Button component={Link} to="/login" size="md">
            {text.login}
          </Button>
        </Stack>
      </Card>
    )
  }
  return (
    <Card padding="xl">
      <form ref={form} noValidate onSubmit={submit}>
        <Stack>
          <div>
            <Text fw={700} style={{ overflowWrap: 'anywhere' }}>
              {person.fullName}
            </Text>
            <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {[person.email, person.clubName ?? getCountryName(person.country)].filter(Boolean).join(' · ')}
            </Text>
          </div>
          <Text>{joinText.intro}</Text>
          <FailureMessage error={join.error} otherwise={text.failed} />
          <NewPasswordFields label={text.password} errors={errors} />
          <TermsAndConsentCheckboxes errors={errors} />
          <Button type="submit" size="md" disabled={join.isPending}>
            {join.isPending ? joinText.submitting : joinText.submit}
          </Button>
        </Stack>
      </form>
    </Card>
  )
}
