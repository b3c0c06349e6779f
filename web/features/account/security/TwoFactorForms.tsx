import { Box, Button, Stack, Text, TextInput } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { Account } from '#shared/contracts/account/account.schemas.ts'
import { type ChangeTwoFactorBody, changeTwoFactorBody } from '#shared/contracts/auth/two-factor.schemas.ts'
import { changeText, twoFactorText } from '#texts/two-factor.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { FailureMessage } from '#web/ui/feedback/ResultMessages.tsx'
import { ReauthenticationFields } from '#web/ui/form/ReauthenticationFields.tsx'
import { FormStepHeading } from './FormStepHeading.tsx'
import { NewRecoveryCodeList } from './NewRecoveryCodeList.tsx'
import styles from './TwoFactor.module.css'
import { useCreateRecoveryCodes, useDisableTwoFactor } from './two-factor.api.ts'

/** Form that asks for the password and a current second-factor code before it changes two-factor authentication. */
function ReauthenticatedTwoFactorForm<Result>({
  account,
  text,
  sending,
  isDangerous = false,
  onSuccess,
  onCancel,
}: {
  account: Account
  text: { title: string; intro: string; submit: string }
  sending: UseMutationResult<Result, Error, ChangeTwoFactorBody>
  isDangerous?: boolean
  onSuccess: (result: Result) => void
  onCancel: () => void
}) {
  const { form, errors, submit } = useValidatedForm({ schema: changeTwoFactorBody, sending, onSuccess })
  const hasFieldError = errors.code !== undefined || errors.currentPassword !== undefined
  return (
    <Box ref={form} noValidate onSubmit={submit} component="form" maw={460}>
      <Stack>
        <FormStepHeading title={text.title} />
        <Text size="sm">{text.intro}</Text>
        {!hasFieldError && <FailureMessage error={sending.error} otherwise={twoFactorText.failed} />}
        <ReauthenticationFields account={account} error={errors.currentPassword} />
        <TextInput
          name="code"
          label={changeText.code}
          autoComplete="one-time-code"
          maxLength={30}
          required
          withAsterisk
          error={errors.code}
        />
        <div className={styles.actions}>
          <Button type="submit" color={isDangerous ? 'red' : undefined} disabled={sending.isPending}>
            {sending.isPending ? twoFactorText.working : text.submit}
          </Button>
          <Button variant="subtle" disabled={sending.isPending} onClick={onCancel}>
            {twoFactorText.cancel}
          </Button>
        </div>
      </Stack>
    </Box>
  )
}

export function TurnOffTwoFactorForm({ account, onDone }: { account: Account; onDone: () => void }) {
  return (
    <ReauthenticatedTwoFactorForm
      account={account}
      text={changeText.off}
      sending={useDisableTwoFactor()}
      isDangerous
      onSuccess={onDone}
      onCancel={onDone}
    />
  )
}

export function ReplaceTwoFactorRecoveryCodesForm({
  account,
  onDone,
}: {
  account: Account
  onDone: () => void
}) {
  const sending = useCreateRecoveryCodes()
  const [codes, setCodes] = useState<string[]>()
  if (codes) return <NewRecoveryCodeList codes={codes} onDone={onDone} />
  return (
    <ReauthenticatedTwoFactorForm
      account={account}
      text={changeText.codes}
      sending={sending}
      onSuccess={result => setCodes(result.codes)}
      onCancel={onDone}
    />
  )
}
