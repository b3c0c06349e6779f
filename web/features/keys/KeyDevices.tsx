import '@mantine/core/styles/Badge.css'
import { Badge, Button, Text, Title } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useState } from 'react'
import type { KeyDevice } from '#shared/contracts/keys.ts'
import { showMoment } from '#web/lib/format.ts'
import styles from './Keys.module.css'
import { keySettingsText as text } from './keys.text.ts'

/** Enough for most; the rest on request. */
const few = 5

function Device({ device, isHere }: { device: KeyDevice; isHere: boolean }) {
  const Icon = /iPhone|iPad|Android/.test(device.name) ? IconDeviceMobile : IconDeviceDesktop
  return (
    <li className={styles.device}>
      <span className={styles.icon}>
        <Icon size={22} stroke={1.6} aria-hidden />
      </span>
      <div>
        <Text fw={600} size="sm">
          {device.name}
        </Text>
        <Text size="xs" c="dimmed">
          {text.given(showMoment(device.createdAt))}
        </Text>
      </div>
      {isHere && (
        <Badge variant="light" tt="none" size="lg">
          {text.current}
        </Badge>
      )}
    </li>
  )
}

/** All that were ever given the present keys. `dev`: the one this is. */
export function KeyDevices({ devices, dev }: { devices: KeyDevice[]; dev: string }) {
  const [isAll, setIsAll] = useState(false)
  const shown = isAll ? devices : devices.slice(0, few)
  return (
    <div>
      <Title order={3} size="h5" mb="sm">
        {text.devices}
      </Title>
      <ul className={styles.list}>
        {shown.map(device => (
          <Device key={device.dev} device={device} isHere={device.dev === dev} />
        ))}
      </ul>
      {devices.length > 1 && (
        <Text size="sm" c="dimmed">
          {text.unknownDevice}
        </Text>
      )}
      {shown.length < devices.length && (
        <Button variant="subtle" onClick={() => setIsAll(true)}>
          {text.showAll(devices.length)}
        </Button>
      )}
    </div>
  )
}
