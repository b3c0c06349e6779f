import { Button, Card, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useDidUpdate } from '@mantine/hooks'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { UserStatus } from '#shared/constants.ts'
import { failureText } from '#web/lib/api.ts'
import { appName } from '#web/lib/branding.ts'
import { showTime } from '#web/lib/format.ts'
import { meQuery, refresh } from '#web/lib/query-client.ts'
import { Mark } from '#web/ui/Mark.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { LogoutButton } from './LogoutButton.tsx'
import styles from './PendingAccount.module.css'
import { shellText, waitingTexts } from './shell.text.ts'

/** Only those who wait need it, and it is large. */
const CompleteProfile = lazy(async () => ({
  default: (await import('#web/features/registration/CompleteProfile.tsx')).CompleteProfile,
}))

/** Whoever is not in, or no longer, may still take their data along, or go. */
const PendingOwnData = lazy(async () => ({
  default: (await import('./PendingOwnData.tsx')).PendingOwnData,
}))

const everySoOften = 20_000

/**
 * Somebody decides elsewhere. Without a live connection, which only active accounts have, this looks now and then while
 * the page is in sight, when one comes back to it, and when asked.
 */
function Watch({ status }: { status: UserStatus }) {
  const me = useQuery({ ...meQuery, refetchInterval: everySoOften, refetchOnWindowFocus: 'always' })
  // Why it was decided so stands in the profile.
  useDidUpdate(() => void refresh(['me']), [status])
  const said = me.error
    ? failureText(me.error, shellText.notChecked)
    : shellText.checkedAt(showTime(me.dataUpdatedAt))
  return (
    <>
      <Button
        leftSection={<IconRefresh size={18} aria-hidden />}
        aria-busy={me.isFetching}
        onClick={() => me.refetch()}
      >
        {shellText.checkNow}
      </Button>
      <Text size="sm" c="dimmed" role="status">
        {said}
      </Text>
    </>
  )
}

/** All that an account sees that is not active, whatever the address. */
export function PendingAccount({ status }: { status: Exclude<UserStatus, 'active'> }) {
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
          <Watch status={status} />
          <LogoutButton />
        </Stack>
      </Card>
      {status !== 'inactive' && (
        <div className={styles.form}>
          <Suspense fallback={<Skeleton height={1200} radius={16} />}>
            <CompleteProfile />
          </Suspense>
        </div>
      )}
      <div className={styles.form}>
        <Suspense>
          <PendingOwnData />
        </Suspense>
      </div>
    </main>
  )
}
