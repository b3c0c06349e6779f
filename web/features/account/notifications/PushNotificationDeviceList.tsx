import '@mantine/core/styles/Badge.css'
import { Badge, Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconBellRinging } from '@tabler/icons-react'
import type { PushDevice } from '#shared/contracts/account/push.schemas.ts'
import { pushText as text } from '#texts/push.ts'
import { devicesText } from '#texts/settings.ts'
import styles from '#web/features/account/Settings.module.css'
import { getDeviceName } from '#web/features/account/security/SignedInDevices.tsx'
import { getPushSupport } from '#web/lib/device/push-subscription.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import { formatTimeAgo } from '#web/lib/format/time-ago.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { useDisablePush, useEnablePushOnThisDevice, usePushSettings } from './push.api.ts'

function PushDeviceRow({ device }: { device: PushDevice }) {
  const turnOff = useDisablePush()
  const name = getDeviceName(device)
  const { createdAt, usedAt, isCurrent } = device
  return (
    <li className={styles.device}>
      <span className={styles.icon}>
        <IconBellRinging size={22} stroke={1.6} aria-hidden />
      </span>
      <div>
        <Text fw={600} size="sm">
          {name}{' '}
          {isCurrent && (
            <Badge variant="light" tt="none">
              {devicesText.current}
            </Badge>
          )}
        </Text>
        <Text size="xs" c="dimmed">
          {text.since({ day: formatDateTime(createdAt) })}
          {usedAt && ` · ${text.lastUsed({ ago: formatTimeAgo(usedAt) })}`}
        </Text>
      </div>
      <Button
        size="xs"
        variant="default"
        loading={turnOff.isPending}
        aria-label={text.removeNamed({ device: name })}
        onClick={() => turnOff.mutate(device)}
      >
        {text.remove}
      </Button>
    </li>
  )
}

function PushSwitchOfThisDevice({ userId }: { userId: number }) {
  const turnOn = useEnablePushOnThisDevice(userId)
  const support = getPushSupport()
  if (support !== 'ready') {
    return (
      <Text size="sm" c="dimmed">
        {text.obstacles[support]}
      </Text>
    )
  }
  return (
    <>
      <Text size="sm" c="dimmed">
        {text.about}
      </Text>
      <Button
        leftSection={<IconBellRinging size={18} stroke={1.7} aria-hidden />}
        loading={turnOn.isPending}
        style={{ alignSelf: 'flex-start' }}
        onClick={() => turnOn.mutate()}
      >
        {text.turnOn}
      </Button>
      {turnOn.data === false && (
        <Text size="sm" role="status">
          {text.notAllowed}
        </Text>
      )}
    </>
  )
}

/** List of the user's devices that receive push notifications, with a button to turn them on for this device. */
export function PushNotificationDeviceList({ userId }: { userId: number }) {
  const push = usePushSettings()
  if (push.error) return <ErrorState error={push.error} onRetry={() => push.refetch()} />
  if (!push.data) return <Skeleton height={96} mb="xl" />
  const { devices } = push.data
  return (
    <Stack gap="sm" mb="xl">
      <Title order={3} size="h5">
        {text.heading}
      </Title>
      {!devices.some(({ isCurrent }) => isCurrent) && <PushSwitchOfThisDevice userId={userId} />}
      {devices.length > 0 && (
        <ul aria-label={text.list}>
          {devices.map(device => (
            <PushDeviceRow key={device.id} device={device} />
          ))}
        </ul>
      )}
    </Stack>
  )
}
