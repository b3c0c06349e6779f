import { Card, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useAccount } from '#web/features/account/account.api.ts'
import { ChangePasswordForm } from '#web/features/account/ChangePassword.tsx'
import { PasskeySettings } from '#web/features/account/Passkeys.tsx'
import { settingsText } from '#web/features/account/settings.text.ts'
import { TwoFactorSettings } from '#web/features/account/TwoFactor.tsx'
import { appName } from '#web/lib/branding.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { AppLogo } from '#web/ui/Mark.tsx'
import { OrDivider } from '#web/ui/Or.tsx'
import { LogoutButton } from './LogoutButton.tsx'
import styles from './PendingAccount.module.css'
import { secureText } from './shell.text.ts'

/** Page that replaces the app until a user whose role requires a second factor has set one up. */
export function RequireSecondFactorPage({ userId }: { userId: number }) {
  const account = useAccount()
  return (
    <main className={styles.page}>
      <title>{`${secureText.title} · ${appName}`}</title>
      <Card maw={560} padding="xl" mx="auto">
        <Stack>
          <Stack align="center" ta="center">
            <AppLogo size={56} />
            <Title order={1} size="h2">
              {secureText.title}
            </Title>
            <Text c="dimmed">{secureText.first}</Text>
          </Stack>
          <Title order={2} size="h4">
            {settingsText.sections.twoFactor}
          </Title>
          {account.error && <ErrorState error={account.error} onRetry={() => account.refetch()} />}
          {account.isPending && <Skeleton height={120} radius={16} />}
          {account.data && !account.data.hasPassword && <ChangePasswordForm account={account.data} />}
          {account.data && <TwoFactorSettings account={account.data} />}
          <OrDivider>{secureText.or}</OrDivider>
          <Title order={2} size="h4">
            {settingsText.sections.passkeys}
          </Title>
          {account.data && <PasskeySettings account={account.data} userId={userId} />}
          <LogoutButton mt="md" />
        </Stack>
      </Card>
    </main>
  )
}
