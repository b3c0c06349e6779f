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
  cancel = commonText.cancel,
  isDangerous = false,
  onConfirm,
  onClose,
}: {
  title: string
  text: ReactNode
  action: string
  /** Label of the button that closes the confirmation dialog without the action. */
  cancel?: string
  isDangerous?: boolean
  onConfirm: () => void
  /** Called whenever the confirmation dialog closes, after `onConfirm` if the user confirmed the action. */
  onClose?: () => void
}): void {
  void loadToastsAndDialogs().then(() =>
    modals.openConfirmModal({
      title,
      children: (
        <Text component="div" size="sm">
          {text}
        </Text>
      ),
      labels: { confirm: action, cancel },
      confirmProps: isDangerous ? { color: 'red' } : {},
      onConfirm,
      ...(onClose && { onClose }),
    }),
  )
}
