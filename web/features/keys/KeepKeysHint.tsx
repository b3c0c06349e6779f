import { Button, Paper, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { isSameCard } from '#shared/e2ee/card.ts'
import styles from './Keys.module.css'
import { useDeviceKeys, useMyKeys } from './keys.api.ts'
import { hintText as text } from './keys.text.ts'
import { otherWays } from './ways.ts'

const aWhile = 7 * 24 * 60 * 60 * 1000
const nameFor = (userId: number) => `perantau-keep-keys-later-${userId}`

function wasPutOff(userId: number): boolean {
  try {
    return Date.now() - Number(localStorage.getItem(nameFor(userId)) ?? 0) < aWhile
  } catch {
    return false
  }
}

function putOff(userId: number): void {
  try {
    localStorage.setItem(nameFor(userId), String(Date.now()))
  } catch {
    // Then it is for this page alone.
  }
}

/** A word in passing, as long as nothing but this device opens the keys. */
export function KeepKeysHint({ userId }: { userId: number }) {
  const keys = useMyKeys()
  const device = useDeviceKeys(userId)
  const [isLater, setIsLater] = useState(() => wasPutOff(userId))
  const identity = device.data && !device.data.obstacle ? device.data.identity : null
  const card = keys.data?.card
  if (isLater || !keys.data || !card || !identity || !isSameCard(card, identity.card)) return null
  if (otherWays(keys.data, identity).length > 0) return null
  const later = () => {
    putOff(userId)
    setIsLater(true)
  }
  return (
    <Paper withBorder className={styles.hint} role="status">
      <span className={styles.icon} aria-hidden>
        <IconKey size={22} stroke={1.6} />
      </span>
      <div className={styles.wayText}>
        <Text fw={600} size="sm">
          {text.title}
        </Text>
        <Text size="sm" c="dimmed">
          {text.about}
        </Text>
      </div>
      <div className={styles.actions}>
        <Button component={Link} to="/settings" hash="encryption" size="xs">
          {text.keep}
        </Button>
        <Button variant="subtle" size="xs" onClick={later}>
          {text.later}
        </Button>
      </div>
    </Paper>
  )
}
