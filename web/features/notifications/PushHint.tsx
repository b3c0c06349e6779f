import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { hasPush, pushSupport, turnOnHere } from '#web/lib/push.ts'
import styles from './NotificationBell.module.css'
import { pushHintText as text } from './notifications.text.ts'

const place = 'perantau-push-later'

function wasPutOff(): boolean {
  try {
    return localStorage.getItem(place) !== null
  } catch {
    return false
  }
}

function putOff(): void {
  try {
    localStorage.setItem(place, 'ya')
  } catch {
    // Then it is for this page alone.
  }
}

/** A word in passing to whoever was never asked, and once: the settings have it for later. */
export function PushHint({ userId }: { userId: number }) {
  const [isOver, setIsOver] = useState(
    () =>
      wasPutOff() || hasPush(userId) || pushSupport() !== 'ready' || Notification.permission !== 'default',
  )
  const end = () => {
    putOff()
    setIsOver(true)
  }
  const turnOn = useMutation({
    mutationFn: () => turnOnHere(userId),
    onSuccess: end,
    meta: { success: isOn => (isOn ? text.done : text.notAllowed), failure: text.failed },
  })
  if (isOver) return null
  return (
    <div className={styles.hint}>
      <Text size="xs" c="dimmed">
        {text.about}
      </Text>
      <div className={styles.hintActions}>
        <Button size="compact-sm" variant="light" loading={turnOn.isPending} onClick={() => turnOn.mutate()}>
          {text.turnOn}
        </Button>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={end}>
          {text.later}
        </Button>
      </div>
    </div>
  )
}
