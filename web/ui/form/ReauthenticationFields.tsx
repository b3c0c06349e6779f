import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import type { Account } from '#shared/contracts/account/account.schemas.ts'
import { confirmIdentityText as text } from '#texts/form-fields.ts'
import { requestReauthentication } from '#web/lib/http/reauthentication.ts'
import { CurrentPasswordField } from './CurrentPasswordField.tsx'
import { GoogleSignInPageLink } from './GoogleSignInPageLink.tsx'

/** Button for re-authentication without a password. Re-authentication refetches the account query. */
function OtherReauthenticationMethodButton() {
  return (
    <Button
      variant="subtle"
      size="sm"
      style={{ alignSelf: 'flex-start' }}
      onClick={() => void requestReauthentication({ isAnew: true })}
    >
      {text.otherWay}
    </Button>
  )
}

/** Form fields for re-authentication before a sensitive change: a password, or another recently used method. */
export function ReauthenticationFields({ account, error }: { account: Account; error?: string }) {
  const { pathname, search, hash } = useLocation()
  const { hasPassword, hasOtherProof, isConfirmed } = account
  if (isConfirmed) {
    return (
      <Alert color="laut" icon={<IconCheck aria-hidden />}>
        {text.confirmed}
      </Alert>
    )
  }
  if (hasPassword) {
    return (
      <Stack gap={4}>
        <CurrentPasswordField error={error} />
        {hasOtherProof && <OtherReauthenticationMethodButton />}
      </Stack>
    )
  }
  if (hasOtherProof) return <OtherReauthenticationMethodButton />
  const hasFailed = 'google' in search
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm">{hasFailed ? text.failed : text.help}</Text>
      <GoogleSignInPageLink
        label={text.confirm}
        purpose="confirm"
        redirect={hash ? `${pathname}#${hash}` : pathname}
        size="sm"
      />
    </Stack>
  )
}

/** Whether the form can be submitted: it has a password field, or the user has recently re-authenticated. */
export function canReauthenticate({ hasPassword, isConfirmed }: Account): boolean {
  return hasPassword || isConfirmed
}
