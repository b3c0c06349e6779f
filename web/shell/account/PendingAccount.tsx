import { Box, Button, Card, Center, Flex, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useDidUpdate } from '@mantine/hooks'
import { IconCheck, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { UserStatus } from '#shared/constants.ts'
import { applicationSteps, inactiveAccountTexts, shellText } from '#texts/shell.ts'
import { appName } from '#web/lib/document/branding.ts'
import { formatTime } from '#web/lib/format/format.ts'
import { getErrorMessageForUser } from '#web/lib/http/api.ts'
import { lazyLoadComponentAndTexts } from '#web/lib/language/lazy-parts.ts'
import { currentUserQuery, refetchQueriesOfTopics } from '#web/lib/query/query-client.ts'
import { StatusBadge } from '#web/ui/feedback/StatusBadge.tsx'
import { getToneProps } from '#web/ui/feedback/tones.ts'
import { LanguageSwitch } from '#web/ui/form/LanguageSwitch.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { AppLogo } from '#web/ui/media/AppLogo.tsx'
import { LogoutButton } from './LogoutButton.tsx'
import styles from './PendingAccount.module.css'

/** The profile form is loaded lazily, because it is large and only applicants need it. */
const CompleteProfileForm = lazyLoadComponentAndTexts(
  async () =>
    (await import('#web/features/registration/profile/CompleteProfileForm.tsx')).CompleteProfileForm,
)

/** Shows why an application was rejected. Loaded lazily, because it requests the applicant's profile. */
const ApplicationRejectionNotice = lazyLoadComponentAndTexts(
  async () =>
    (await import('#web/features/registration/profile/ApplicationRejectionNotice.tsx'))
      .ApplicationRejectionNotice,
)

/** Shows data export and account deletion, which users without an active account can still use. */
const InactiveAccountExportAndDeletionButtons = lazyLoadComponentAndTexts(
  async () =>
    (await import('./InactiveAccountExportAndDeletionButtons.tsx')).InactiveAccountExportAndDeletionButtons,
)

const pollInterval = 20_000

/**
 * Polls the account's status, because only active accounts have a live connection.
 * Polling runs while the page is visible, on window focus and when the user asks for it.
 */
function ApplicationStatusCheck({ status }: { status: UserStatus }) {
  const me = useQuery({ ...currentUserQuery, refetchInterval: pollInterval, refetchOnWindowFocus: 'always' })
  // When the account's status changes, the profile with the reason for the decision is reloaded.
  useDidUpdate(() => void refetchQueriesOfTopics(['me']), [status])
  const statusText = me.error
    ? getErrorMessageForUser(me.error, shellText.notChecked)
    : shellText.checkedAt({ time: formatTime(me.dataUpdatedAt) })
  return (
    <Group gap="4px 12px">
      <Button
        variant="subtle"
        px={8}
        mx={-8}
        leftSection={<IconRefresh size={18} aria-hidden />}
        aria-busy={me.isFetching}
        onClick={() => me.refetch()}
      >
        {shellText.checkNow}
      </Button>
      <Text size="sm" c="dimmed" role="status">
        {statusText}
      </Text>
    </Group>
  )
}

/** Steps of a membership application. The administrator's review is the current step. */
function ApplicationSteps() {
  const { label, ...steps } = applicationSteps
  return (
    <Stack component="ol" gap="sm" aria-label={label} style={{ alignSelf: 'center' }}>
      {Object.entries(steps).map(([step, name], index) => {
        const isDone = step === 'received'
        const isCurrent = step === 'review'
        return (
          <Group
            key={step}
            component="li"
            gap="sm"
            wrap="nowrap"
            c={isDone || isCurrent ? undefined : 'dimmed'}
            fw={isCurrent ? 700 : undefined}
            aria-current={isCurrent ? 'step' : undefined}
          >
            <Center
              flex="none"
              w={32}
              h={32}
              bdrs={16}
              fz="sm"
              {...getToneProps(isCurrent ? 'warn' : isDone ? 'tint' : 'neutral')}
            >
              {isDone ? <IconCheck size={18} aria-hidden /> : index + 1}
            </Center>
            {name}
          </Group>
        )
      })}
    </Stack>
  )
}

/** Header for an account that is not active: product name, language and sign-out, always on one row. */
function PendingAccountHeader() {
  return (
    <Box component="header" bg="var(--mantine-color-body)" style={{ borderBottom: '1px solid var(--line)' }}>
      <Flex h={60} maw={892} mx="auto" px={16} gap={8} align="center">
        <AppLogo size={32} />
        <Text fw={700} fz={18} flex={1} miw={0} truncate>
          {appName}
        </Text>
        <LanguageSwitch isShort />
        <LogoutButton variant="subtle" color="gray" px={8} mr={-8} flex="none" />
      </Flex>
    </Box>
  )
}

/** Page that an account that is not active sees at every URL. */
export function PendingAccount({ status }: { status: Exclude<UserStatus, 'active'> }) {
  const { title, text } = inactiveAccountTexts[status]
  return (
    <>
      <PendingAccountHeader />
      <main className={styles.page}>
        <Card w="100%" maw={860} padding="lg" mx="auto">
          <title>{`${title} · ${appName}`}</title>
          <Columns
            template={{
              base: 'minmax(0, 1fr)',
              sm: status === 'pending' ? 'minmax(0, 1fr) 260px' : undefined,
            }}
            gap={32}
          >
            <Stack align="flex-start">
              {status !== 'inactive' && <StatusBadge status={status} />}
              <Title order={1} size="h2">
                {title}
              </Title>
              <Text c="dimmed">{text}</Text>
              {status === 'rejected' && (
                <Box w="100%">
                  <Suspense fallback={<Skeleton height={140} radius="md" />}>
                    <ApplicationRejectionNotice />
                  </Suspense>
                </Box>
              )}
              <ApplicationStatusCheck status={status} />
            </Stack>
            {status === 'pending' && <ApplicationSteps />}
          </Columns>
        </Card>
        {status !== 'inactive' && (
          <Box w="100%" maw={860} mx="auto">
            <Suspense fallback={<Skeleton height={1200} radius={16} />}>
              <CompleteProfileForm />
            </Suspense>
          </Box>
        )}
        <Box w="100%" maw={860} mx="auto">
          <Suspense>
            <InactiveAccountExportAndDeletionButtons />
          </Suspense>
        </Box>
      </main>
    </>
  )
}
