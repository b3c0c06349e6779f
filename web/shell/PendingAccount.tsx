import { Button, Card, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import type { UserStatus } from '#shared/constants.ts'
import { useLogout } from '#web/features/auth/auth.api.ts'
import { appName } from '#web/lib/branding.ts'
import { Mark } from '#web/ui/Mark.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import styles from './PendingAccount.module.css'
import { shellText, waitingTexts } from './shell.text.ts'

/** Only those who wait need it, and it is large. */
const CompleteProfile = lazy(() =>
  import('#web/features/registration/CompleteProfile.tsx').then(module => ({
    default: module.CompleteProfile,
  })),
)

/** Whoever is not in, or no longer, may still take their data along, or go. */
const OwnData = lazy(() =>
  import('#web/features/settings/OwnData.tsx').then(module => ({ default: module.OwnData })),
)

/** All that an account sees that is not active, whatever the address. */
export function PendingAccount({ status }: { status: Exclude<UserStatus, 'active'> }) {
  const logout = useLogout()
  const { title, text } = waitingTexts[status]
  return (
    <main className={styles.page}>
      <Card maw={480} padding="xl" mx="auto">
        <title>{`${title} · ${appName}`}</title>
        <Stack align="center" ta="center">
          <Mark size={56} />
          <StatusBadge status={status} />
          <Title order={1} size="h2">
            {title}
          </Title>
          <Text c="dimmed">{text}</Text>
          <Button
            variant="default"
            leftSection={<IconLogout size={18} aria-hidden />}
            loading={logout.isPending}
            onClick={() => logout.mutate()}
          >
            {shellText.logout}
          </Button>
        </Stack>
      </Card>
      {status !== 'inactive' && (
        <div className={styles.form}>
          <Suspense fallback={<Skeleton height={240} radius={16} />}>
            <CompleteProfile />
          </Suspense>
        </div>
      )}
      <div className={styles.form}>
        <Suspense>
          <OwnData />
        </Suspense>
      </div>
    </main>
  )
}
