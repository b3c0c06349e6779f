import { Box, Button, Card, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useDidUpdate } from '@mantine/hooks'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { UserStatus } from '#shared/constants.ts'
import { inactiveAccountTexts, shellText } from '#texts/shell.ts'
import { appName } from '#web/lib/document/branding.ts'
import { formatTime } from '#web/lib/format/format.ts'
import { getFailureText } from '#web/lib/http/api.ts'
import { lazyPart } from '#web/lib/language/lazy-parts.ts'
import { currentUserQuery, refreshTopics } from '#web/lib/query/query-client.ts'
import { StatusBadge } from '#web/ui/feedback/StatusBadge.tsx'
import { AppLogo } from '#web/ui/media/AppLogo.tsx'
import { LogoutButton } from './LogoutButton.tsx'
import styles from './PendingAccount.module.css'

/** The profile form is loaded lazily, because it is large and only applicants need it. */
const CompleteProfile = lazyPart(
  async () => (await import('#web/features/registration/profile/CompleteProfile.tsx')).CompleteProfile,
)

/** Users without an active account can still export their data or delete their account. */
const PendingOwnData = lazyPart(async () => (await import('./PendingOwnData.tsx')).PendingOwnData)

const pollInterval = 20_000

/**
 * Polls the account's status, because only active accounts have a live connection.
 * Polling runs while the page is visible, on window focus and when the user asks for it.
 */
function StatusCheck({ status }: { status: UserStatus }) {
  const me = useQuery({ ...currentUserQuery, refetchInterval: pollInterval, refetchOnWindowFocus: 'always' })
  // The profile contains the reason for the approver's decision.
  useDidUpdate(() => void refreshTopics(['me']), [status])
  const statusText = me.error
    ? getFailureText(me.error, shellText.notChecked)
    : shellText.checkedAt({ time: formatTime(me.dataUpdatedAt) })
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
        {statusText}
      </Text>
    </>
  )
}

/** Page shown at every URL to an account that is not active. */
export function PendingAccount({ status }: { status: Exclude<UserStatus, 'active'> }) {
  const { title, text } = inactiveAccountTexts[status]
  return (
    <main className={styles.page}>
      <Card maw={480} padding="xl" mx="auto">
        <title>{`${title} · ${appName}`}</title>
        <Stack align="center" ta="center">
          <AppLogo size={56} />
          <StatusBadge status={status} />
          <Title order={1} size="h2">
            {title}
          </Title>
          <Text c="dimmed">{text}</Text>
          <StatusCheck status={status} />
          <LogoutButton />
        </Stack>
      </Card>
      {status !== 'inactive' && (
        <Box w="100%" maw={860} mx="auto">
          <Suspense fallback={<Skeleton height={1200} radius={16} />}>
            <CompleteProfile />
          </Suspense>
        </Box>
      )}
      <Box w="100%" maw={860} mx="auto">
        <Suspense>
          <PendingOwnData />
        </Suspense>
      </Box>
    </main>
  )
}
