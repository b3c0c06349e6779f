import { Card, Skeleton, Stack, Text, Title } from '@mantine/core'
import { settingsText } from '#texts/settings.ts'
import { secureText } from '#texts/shell.ts'
import { useAccount } from '#web/features/account/account.api.ts'
import { PasskeySettings } from '#web/features/account/security/PasskeySettings.tsx'
import { TwoFactorSettings } from '#web/features/account/security/TwoFactorSettings.tsx'
import { ChangePasswordForm } from '#web/features/account/sign-in/ChangePasswordForm.tsx'
import { appName } from '#web/lib/document/branding.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { OrDivider } from '#web/ui/layout/OrDivider.tsx'
import { AppLogo } from '#web/ui/media/AppLogo.tsx'
import { LogoutButton } from './LogoutButton.tsx'
import styles from './PendingAccount.module.css'

/** Page that replaces the app until a user whose role requires a second factor has set one up. */
export function SecondFactorRequiredPage({ userId }: { userId: number }) {
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
