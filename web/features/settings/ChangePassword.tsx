import { Alert, Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { changePasswordBody } from '#shared/contracts/account.ts'
import { failureText } from '#web/lib/api.ts'
import { useCheckedForm } from '#web/lib/use-checked-form.ts'
import { NewPassword } from '#web/ui/NewPassword.tsx'
import { useChangePassword } from './account.api.ts'
import { CurrentPassword } from './CurrentPassword.tsx'
import styles from './Settings.module.css'
import { passwordText as text } from './settings.text.ts'

export function ChangePassword() {
  const change = useChangePassword()
  // A new form after each change: no password stays in a field.
  const [round, setRound] = useState(0)
  const { form, errors, submit } = useCheckedForm({
    schema: changePasswordBody,
    sending: change,
    onSuccess: () => setRound(round + 1),
  })
  return (
    <form key={round} ref={form} noValidate onSubmit={submit} className={styles.form}>
      <Stack>
        {change.error && (
          <Alert color="red" role="alert">
            {failureText(change.error, text.failed)}
          </Alert>
        )}
        <CurrentPassword error={errors.currentPassword} />
        <NewPassword label={text.password} errors={errors} />
        <Button type="submit" disabled={change.isPending} style={{ alignSelf: 'flex-start' }}>
          {change.isPending ? text.submitting : text.submit}
        </Button>
      </Stack>
    </form>
  )
}
