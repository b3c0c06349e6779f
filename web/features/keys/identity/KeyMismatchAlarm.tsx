import { Alert, Anchor, Group, Stack, Text } from '@mantine/core'
import { IconAlertOctagon, IconKey } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import styles from '#web/features/keys/Keys.module.css'
import { alarmText as text } from '#web/features/keys/keys.text.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import type { KeyAlarm as Alarm } from '#web/lib/state/key-alarm.ts'

/** Alarm: the keys published for the signed-in user differ from the keys on this device. */
export function KeyMismatchAlarm({ alarm: { kind, since } }: { alarm: Alarm }) {
  const { title, about, action, steps } = text[kind]
  const isRed = kind === 'foreign'
  const Icon = isRed ? IconAlertOctagon : IconKey
  return (
    <Alert
      color={isRed ? 'red' : 'emas'}
      variant={isRed ? 'filled' : 'light'}
      role="alert"
      title={title}
      icon={<Icon aria-hidden />}
      className={styles.alarm}
    >
      <Stack gap="xs">
        <Text size="sm">{about(since ? formatDateTime(since) : text.unknownTime)}</Text>
        {steps && (
          <ol className={styles.consequences}>
            {steps.map(step => (
              <Text component="li" size="sm" key={step}>
                {step}
              </Text>
            ))}
          </ol>
        )}
        <Group gap="md">
          <Anchor
            component={Link}
            to="/settings"
            hash="encryption"
            size="sm"
            fw={600}
            c="inherit"
            underline="always"
          >
            {action}
          </Anchor>
          <Anchor
            component={Link}
            to="/help/encryption"
            hash="berubah"
            size="sm"
            c="inherit"
            underline="always"
          >
            {text.help}
          </Anchor>
        </Group>
      </Stack>
    </Alert>
  )
}
