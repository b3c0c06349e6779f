import { CloseButton } from '@mantine/core'
import { filterText as text } from '#texts/lists.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { HorizontalScrollRow } from '#web/ui/layout/HorizontalScrollRow.tsx'
import styles from './FilterChips.module.css'

export interface Chip {
  label: string
  value: string
  onRemove: () => void
}

/** Chips of a list's active filters, each with a remove button. On phones, the row of chips scrolls. */
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
    // The padding keeps the touch targets of the filter chips, which are larger than the chips, inside the row.
    items.length > 0 && (
      <HorizontalScrollRow
        display="flex"
        w="100%"
        py={4}
        mb={8}
        style={{ gap: 8, overflowX: 'auto', scrollbarWidth: 'none' }}
      >
        {items}
      </HorizontalScrollRow>
    )
  )
}
