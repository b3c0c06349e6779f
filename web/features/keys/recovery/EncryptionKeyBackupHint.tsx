import { ActionIcon, Box, Button, Group, Paper, Text } from '@mantine/core'
import { IconKey, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { hasSamePublicKeys } from '#shared/e2ee/signed-public-keys.ts'
import { backupHintText as text } from '#texts/keys.ts'
import styles from '#web/features/keys/Keys.module.css'
import { useEncryptionKeysOnDevice, useOwnPublishedEncryptionKeys } from '#web/features/keys/keys.api.ts'
import { listRecoveryMethodsBesidesThisDevice } from './recovery-methods.ts'

const dismissalPeriod = 7 * 24 * 60 * 60 * 1000
const getDismissalStorageKey = (userId: number) => `perantau-keep-keys-later-${userId}`

function wasKeyBackupHintDismissed(userId: number): boolean {
  try {
    return Date.now() - Number(localStorage.getItem(getDismissalStorageKey(userId)) ?? 0) < dismissalPeriod
  } catch {
    return false
  }
}

function saveKeyBackupHintDismissal(userId: number): void {
  try {
    localStorage.setItem(getDismissalStorageKey(userId), String(Date.now()))
  } catch {
    // If the browser blocks storage, the dismissed key backup hint reappears when the page is reloaded.
  }
}

/** Suggests a backup of the encryption keys while they exist only on this device. */
export function EncryptionKeyBackupHint({ userId }: { userId: number }) {
  const keys = useOwnPublishedEncryptionKeys()
  const device = useEncryptionKeysOnDevice(userId)
  const [isDismissed, setIsDismissed] = useState(() => wasKeyBackupHintDismissed(userId))
  const identity = device.data && !device.data.obstacle ? device.data.identity : null
  const card = keys.data?.card
  if (isDismissed || !keys.data || !card || !identity || !hasSamePublicKeys(card, identity.card)) return null
  if (listRecoveryMethodsBesidesThisDevice(keys.data, identity).length > 0) return null
  const dismissKeyBackupHint = () => {
    saveKeyBackupHintDismissal(userId)
    setIsDismissed(true)
  }
  return (
    <Paper withBorder className={styles.hint} role="status">
      <Group wrap="nowrap" gap="xs" pl={16} pr={8} py={6}>
        <div className={styles.hintIcon}>
          <span className={styles.icon} aria-hidden>
            <IconKey size={22} stroke={1.6} />
          </span>
        </div>
        <Box flex={1} miw={0}>
          <Text fw={600} size="sm">
            {text.title}
          </Text>
          <Text fz={13} lh={1.35} c="dimmed">
            {text.about}
          </Text>
        </Box>
        <Button component={Link} to="/settings" hash="encryption" size="xs" flex="none">
          {text.keep}
        </Button>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={text.later}
          title={text.later}
          onClick={dismissKeyBackupHint}
        >
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </Group>
    </Paper>
  )
}
