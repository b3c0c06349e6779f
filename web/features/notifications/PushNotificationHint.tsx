import { Box, Button, Flex, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { pushHintText as text } from '#texts/notifications.ts'
import { enablePush, getPushSupport, isPushEnabled } from '#web/lib/device/push-subscription.ts'

const storageKey = 'perantau-push-later'

function isPushHintDismissed(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null
  } catch {
    return false
  }
}

function savePushHintDismissal(): void {
  try {
    localStorage.setItem(storageKey, 'ya')
  } catch {
    // If the browser blocks local storage, the dismissed hint about push notifications reappears after a reload.
  }
}

/** Offers push notifications to users who were never asked. Other users can enable them in the settings. */
export function PushNotificationHint({ userId }: { userId: number }) {
  const [isHidden, setHidden] = useState(
    () =>
      isPushHintDismissed() ||
      isPushEnabled(userId) ||
      getPushSupport() !== 'ready' ||
      Notification.permission !== 'default',
  )
  const dismissPushHint = () => {
    savePushHintDismissal()
    setHidden(true)
  }
  const turnOn = useMutation({
    mutationFn: () => enablePush(userId),
    onSuccess: dismissPushHint,
    meta: { success: isOn => (isOn ? text.done : text.notAllowed), failure: text.failed },
  })
  if (isHidden) return null
  return (
    <Box py={12} px={16} style={{ borderTop: '1px solid var(--line)' }}>
      <Text size="xs" c="dimmed">
        {text.about}
      </Text>
      <Flex gap={8} mt={8}>
        <Button size="compact-sm" variant="light" loading={turnOn.isPending} onClick={() => turnOn.mutate()}>
          {text.turnOn}
        </Button>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={dismissPushHint}>
          {text.later}
        </Button>
      </Flex>
    </Box>
  )
}
