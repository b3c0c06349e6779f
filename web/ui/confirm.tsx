import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'

/** Asks before something that cannot simply be taken back. */
export function confirm({
  title,
  text,
  action,
  isDangerous = false,
  onConfirm,
}: {
  title: string
  text: string
  action: string
  isDangerous?: boolean
  onConfirm: () => void
}): void {
  modals.openConfirmModal({
    title,
    children: <Text size="sm">{text}</Text>,
    labels: { confirm: action, cancel: 'Batal' },
    confirmProps: isDangerous ? { color: 'red' } : {},
    onConfirm,
  })
}
