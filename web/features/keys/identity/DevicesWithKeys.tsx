import '@mantine/core/styles/Badge.css'
import { Badge, Button, Text, Title } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useState } from 'react'
import type { KeyDevice } from '#shared/contracts/keys/keys.schemas.ts'
import { keySettingsText as text } from '#texts/keys.ts'
import styles from '#web/features/keys/Keys.module.css'
import { formatDateTime } from '#web/lib/format/format.ts'

/** Number of devices with encryption keys that are listed before the user expands the list. */
const initialCount = 5

function DeviceWithKeysRow({ device, isHere }: { device: KeyDevice; isHere: boolean }) {
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
          {text.given({ moment: formatDateTime(device.createdAt) })}
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

/** Lists the user's devices that have received the current encryption keys. `dev` is the id of this device. */
export function DevicesWithKeys({ devices, dev }: { devices: KeyDevice[]; dev: string }) {
  const [isExpanded, setIsExpanded] = useState(false)
  const shown = isExpanded ? devices : devices.slice(0, initialCount)
  return (
    <div>
      <Title order={3} size="h5" mb="sm">
        {text.devices}
      </Title>
      <ul className={styles.list}>
        {shown.map(device => (
          <DeviceWithKeysRow key={device.dev} device={device} isHere={device.dev === dev} />
        ))}
      </ul>
      {devices.length > 1 && (
        <Text size="sm" c="dimmed">
          {text.unknownDevice}
        </Text>
      )}
      {shown.length < devices.length && (
        <Button variant="subtle" onClick={() => setIsExpanded(true)}>
          {text.showAll({ count: devices.length })}
        </Button>
      )}
    </div>
  )
}
