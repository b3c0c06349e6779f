import { Anchor, Box, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Account } from '#shared/contracts/account/account.schemas.ts'
import { reauthenticationBody } from '#shared/contracts/auth/password.schemas.ts'
import { turnOnBody } from '#shared/contracts/auth/two-factor.schemas.ts'
import { setUpText as text, twoFactorText } from '#texts/two-factor.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { FailureMessage } from '#web/ui/feedback/ResultMessages.tsx'
import { ReauthenticationFields } from '#web/ui/form/ReauthenticationFields.tsx'
import { QrCode } from '#web/ui/media/QrCode.tsx'
import { FormStepHeading } from './FormStepHeading.tsx'
import { NewRecoveryCodeList } from './NewRecoveryCodeList.tsx'
import styles from './TwoFactor.module.css'
import { useCreateAuthenticatorKey, useEnableTwoFactor } from './two-factor.api.ts'

interface AuthenticatorKey {
  key: string
  uri: string
}

const stepCount = 3

function ReauthenticationStep({
  account,
  onKey,
  onCancel,
}: {
  account: Account
  onKey: (key: AuthenticatorKey) => void
  onCancel: () => void
}) {
  const begin = useCreateAuthenticatorKey()
  const { form, errors, submit } = useValidatedForm({
    schema: reauthenticationBody,
    sending: begin,
    onSuccess: onKey,
  })
  return (
    <Box ref={form} noValidate onSubmit={submit} component="form" maw={460}>
      <Stack>
        <FormStepHeading title={text.prove} progress={twoFactorText.step({ now: 1, all: stepCount })} />
        <Text size="sm">{text.proveIntro}</Text>
        {!errors.currentPassword && <FailureMessage error={begin.error} otherwise={twoFactorText.failed} />}
        <ReauthenticationFields account={account} error={errors.currentPassword} />
        <div className={styles.actions}>
          <Button type="submit" disabled={begin.isPending}>
            {begin.isPending ? twoFactorText.working : twoFactorText.next}
          </Button>
          <Button variant="subtle" disabled={begin.isPending} onClick={onCancel}>
            {twoFactorText.cancel}
          </Button>
        </div>
      </Stack>
    </Box>
  )
}

/** Inserts a space after every four characters of the authenticator key, so that it can be typed by hand. */
const groupKeyInFours = (key: string) => key.replace(/(.{4})(?=.)/g, '$1 ')

function ScanAuthenticatorQrCodeStep({
  authenticatorKey: { key, uri },
  onCodes,
  onCancel,
}: {
  authenticatorKey: AuthenticatorKey
  onCodes: (codes: string[]) => void
  onCancel: () => void
}) {
  const turnOn = useEnableTwoFactor()
  const { form, errors, submit } = useValidatedForm({
    schema: turnOnBody,
    sending: turnOn,
    onSuccess: ({ codes }) => onCodes(codes),
  })
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <Stack>
        <FormStepHeading title={text.scan} progress={twoFactorText.step({ now: 2, all: stepCount })} />
        <Text size="sm">{text.scanIntro}</Text>
        <Group gap={16}>
          <QrCode text={uri} label={text.qr} />
          <div>
            <Text size="sm" c="dimmed">
              {text.key}
            </Text>
            <Box fz={16} fw={700} lts="0.04em" style={{ overflowWrap: 'anywhere' }} translate="no">
              {groupKeyInFours(key)}
            </Box>
            <Anchor href={uri} size="sm" className="lone">
              {text.open}
            </Anchor>
          </div>
        </Group>
        {!errors.code && <FailureMessage error={turnOn.error} otherwise={twoFactorText.failed} />}
        <TextInput
          name="code"
          label={text.code}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={10}
          required
          withAsterisk
          maw={460}
          error={errors.code}
        />
        <div className={styles.actions}>
          <Button type="submit" disabled={turnOn.isPending}>
            {turnOn.isPending ? twoFactorText.working : text.submit}
          </Button>
          <Button variant="subtle" disabled={turnOn.isPending} onClick={onCancel}>
            {twoFactorText.cancel}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

/** Turns on two-factor authentication in three steps: re-authenticate, scan the QR code, save the recovery codes. */
export function TwoFactorSetUp({ account, onDone }: { account: Account; onDone: () => void }) {
  const [key, setKey] = useState<AuthenticatorKey>()
  const [codes, setCodes] = useState<string[]>()
  if (codes) return <NewRecoveryCodeList codes={codes} onDone={onDone} />
  if (key) return <ScanAuthenticatorQrCodeStep authenticatorKey={key} onCodes={setCodes} onCancel={onDone} />
  return <ReauthenticationStep account={account} onKey={setKey} onCancel={onDone} />
}
