import { Button, Card, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type JoinAnswer, joinForm } from '#shared/contracts/registration.ts'
import { readForm } from '#web/lib/forms.ts'
import { useCheckedForm } from '#web/lib/use-checked-form.ts'
import { Done, Failed } from '#web/ui/Done.tsx'
import { NewPassword } from '#web/ui/NewPassword.tsx'
import { useJoin } from './registration.api.ts'
import { joinText, registrationText as text } from './registration.text.ts'
import { Terms } from './Terms.tsx'

/** Activates an account that others created: the owner sets a password and accepts the terms. */
export function JoinForm({
  token,
  person,
}: {
  token: string
  person: Extract<JoinAnswer, { kind: 'account' }>
}) {
  const join = useJoin()
  const { form, errors, submit } = useCheckedForm({
    schema: joinForm,
    sending: join,
    read: fields => {
      const values = readForm(fields)
      return {
        values: { token, ...values, terms: values.terms === 'true', consent: values.consent === 'true' },
      }
    },
  })
  if (join.data) {
    return (
      <Card padding="xl">
        <Stack>
          <Done message={join.data.message} />
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
              {[person.email, person.clubName ?? person.country].filter(Boolean).join(' · ')}
            </Text>
          </div>
          <Text>{joinText.intro}</Text>
          <Failed error={join.error} otherwise={text.failed} />
          <NewPassword label={text.password} errors={errors} />
          <Terms errors={errors} />
          <Button type="submit" size="md" disabled={join.isPending}>
            {join.isPending ? joinText.submitting : joinText.submit}
          </Button>
        </Stack>
      </form>
    </Card>
  )
}
