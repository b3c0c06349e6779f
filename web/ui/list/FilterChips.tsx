import { CloseButton } from '@mantine/core'
import { filterText as text } from '#texts/lists.ts'
import styles from './FilterChips.module.css'

export interface Chip {
  label: string
  value: string
  onRemove: () => void
}

/** Chips of the active filters, each with a remove button. */
export function FilterChips({ chips }: { chips: Chip[] }) {
  return chips.map(({ label, value, onRemove }) => (
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
}
