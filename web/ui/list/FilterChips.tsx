import { CloseButton, Group } from '@mantine/core'
import { filterText as text } from '#texts/lists.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import styles from './FilterChips.module.css'

export interface Chip {
  label: string
  value: string
  onRemove: () => void
}

/** Chips of a list's active filters, each with a remove button. On phones, the chips have lines of their own. */
export function FilterChips({ chips }: { chips: Chip[] }) {
  const isPhone = useIsPhone()
  const items = chips.map(({ label, value, onRemove }) => (
    <span key={label} className={styles.chip}>
      <span className={styles.words}>
        {label}: {value}
      </span>
      <CloseButton
        size="xs"
        radius="xl"
        flex="none"
        className={styles.remove}
        aria-label={text.remove({ label })}
        onClick={onRemove}
      />
    </span>
  ))
  if (!isPhone) return items
  return (
    items.length > 0 && (
      <Group gap={8} w="100%" mb="sm">
        {items}
      </Group>
    )
  )
}
