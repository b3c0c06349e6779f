import '@mantine/core/styles/Badge.css'
import { Badge, Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useState } from 'react'
import type { OwnSession } from '#shared/contracts/account/account.schemas.ts'
import { devicesText as text } from '#texts/settings.ts'
import { useEndOtherSessions, useEndSession, useOwnSessions } from '#web/features/account/account.api.ts'
import styles from '#web/features/account/Settings.module.css'
import { formatDateTime } from '#web/lib/format/format.ts'
import { formatTimeAgo } from '#web/lib/format/time-ago.ts'
import { openConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'

export function getDeviceName({ browser, system }: Pick<OwnSession, 'browser' | 'system'>): string {
  if (!browser && !system) return text.unknown
  const name = browser ?? text.unknownBrowser
  return system ? text.device({ browser: name, system }) : name
}

function formatSignInTime({ createdAt, method }: OwnSession): string {
  const day = formatDateTime(createdAt)
  return method ? text.sinceBy({ method: text.methods[method], day }) : text.since({ day })
}

function SignedInDeviceRow({ session }: { session: OwnSession }) {
  const end = useEndSession()
  const isPhone = ['iPhone', 'iPad', 'Android'].includes(session.system ?? '')
  const Icon = isPhone ? IconDeviceMobile : IconDeviceDesktop
  const name = getDeviceName(session)
  return (
    <li className={styles.device}>
      <span className={styles.icon}>
        <Icon size={22} stroke={1.6} aria-hidden />
      </span>
      <div>
        <Text fw={600} size="sm">
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {session.isCurrent ? text.inUse : text.lastUsed({ ago: formatTimeAgo(session.lastSeenAt) })}
        </Text>
        <Text size="xs" c="dimmed">
          {formatSignInTime(session)}
        </Text>
      </div>
      {session.isCurrent ? (
        <Badge variant="light" tt="none" size="lg">
          {text.current}
        </Badge>
      ) : (
        <Button
          size="xs"
          variant="default"
          loading={end.isPending}
          aria-label={text.endNamed({ device: name })}
          onClick={() => end.mutate(session.id)}
        >
          {text.end}
        </Button>
      )}
    </li>
  )
}

/** Number of signed-in devices listed until the user asks for all devices. */
const initialDeviceCount = 5

export function SignedInDevices() {
  const [isShowingAll, setIsShowingAll] = useState(false)
  const sessions = useOwnSessions()
  const endOthers = useEndOtherSessions()
  if (sessions.error) return <ErrorState error={sessions.error} onRetry={() => sessions.refetch()} />
  const all = sessions.data ?? []
  const shown = isShowingAll ? all : all.slice(0, initialDeviceCount)
  const confirmEndOtherSessions = () =>
    openConfirmDialog({
      title: text.endOthers,
      text: text.endOthersConfirm,
      action: text.endOthers,
      isDangerous: true,
      onConfirm: () => endOthers.mutate(),
    })
  return (
    <Stack>
      <Title order={3} size="h5">
        {text.heading}
      </Title>
      {sessions.data ? (
        <ul>
          {shown.map(session => (
            <SignedInDeviceRow key={session.id} session={session} />
          ))}
        </ul>
      ) : (
        <Skeleton height={64} />
      )}
      {shown.length < all.length && (
        <Button variant="subtle" style={{ alignSelf: 'flex-start' }} onClick={() => setIsShowingAll(true)}>
          {text.showAll({ count: all.length })}
        </Button>
      )}
      {all.length > 1 && (
        <Button
          variant="light"
          color="red"
          loading={endOthers.isPending}
          style={{ alignSelf: 'flex-start' }}
          onClick={confirmEndOtherSessions}
        >
          {text.endOthers}
        </Button>
      )}
      {all.length === 1 && (
        <Text size="sm" c="dimmed">
          {text.onlyThis}
        </Text>
      )}
    </Stack>
  )
}
