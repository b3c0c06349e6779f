import { TextInput, type TextInputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import styles from './SearchBox.module.css'

const shortcut = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'

/** Input of the global search. `isInline` places it in the search dialog, where it takes the focus. */
export function GlobalSearchInput({
  isInline,
  label,
  ...others
}: TextInputProps & { isInline: boolean; label: string }) {
  return (
    <TextInput
      data-autofocus={isInline || undefined}
      role="combobox"
      aria-label={label}
      aria-autocomplete="list"
      aria-keyshortcuts="Control+K Meta+K"
      placeholder={label}
      autoComplete="off"
      enterKeyHint="search"
      maxLength={200}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={isInline ? undefined : <kbd className={styles.shortcut}>{shortcut}</kbd>}
      rightSectionWidth={isInline ? undefined : 62}
      rightSectionPointerEvents="none"
      {...others}
    />
  )
}
