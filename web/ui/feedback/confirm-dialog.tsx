import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { ReactNode } from 'react'
import { commonText } from '#texts/common.ts'
import { loadToastsAndDialogs } from '#web/lib/document/toasts-and-dialogs.ts'

/** Opens a confirmation dialog before an action that cannot easily be undone. */
export function openConfirmDialog({
  title,
  text,
  action,
  isDangerous = false,
  onConfirm,
}: {
  title: string
  text: ReactNode
  action: string
  isDangerous?: boolean
  onConfirm: () => void
}): void {
  void loadToastsAndDialogs().then(() =>
    modals.openConfirmModal({
      title,
      children: (
        <Text component="div" size="sm">
          {text}
        </Text>
      ),
      labels: { confirm: action, cancel: commonText.cancel },
      confirmProps: isDangerous ? { color: 'red' } : {},
      onConfirm,
    }),
  )
}
