import { Alert, Stack, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import type { Account } from '#shared/contracts/account.ts'
import { CurrentPassword } from './CurrentPassword.tsx'
import { GoogleButton } from './GoogleButton.tsx'

const text = {
  help: 'Akaun ini tidak mempunyai kata laluan. Sahkan diri anda dengan Google dahulu.',
  confirm: 'Sahkan dengan Google',
  confirmed: 'Disahkan dengan Google. Sah selama beberapa minit.',
  failed:
    'Pengesahan dengan Google tidak berjaya. Gunakan akaun Google yang disambungkan di sini, kemudian cuba lagi.',
}

/** Before what an open browser alone must not be enough for: the password, or Google for those who have none. */
export function Confirmation({ account, error }: { account: Account; error?: string }) {
  const { pathname, search } = useLocation()
  if (account.hasPassword) return <CurrentPassword error={error} />
  if (account.isConfirmed) {
    return (
      <Alert color="laut" icon={<IconCheck aria-hidden />}>
        {text.confirmed}
      </Alert>
    )
  }
  const hasFailed = 'google' in search
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm">{hasFailed ? text.failed : text.help}</Text>
      <GoogleButton label={text.confirm} purpose="confirm" redirect={pathname} size="sm" />
    </Stack>
  )
}

/** Whether there is anything to go ahead with. */
export function canConfirm({ hasPassword, isConfirmed }: Account): boolean {
  return hasPassword || isConfirmed
}
