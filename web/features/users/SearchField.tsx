import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import styles from './Users.module.css'
import { usersText } from './users.text.ts'

const pause = 300

/** Looks things up while one types, when the fingers rest; what is typed stays one's own meanwhile. */
export function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState(value)
  // The address changed by itself, by the way back or a chip that was removed.
  useEffect(() => setTyped(value), [value])
  useEffect(() => {
    if (typed.trim() === value) return
    const timer = setTimeout(() => onChange(typed.trim()), pause)
    return () => clearTimeout(timer)
  }, [typed, value, onChange])
  return (
    <TextInput
      className={styles.search}
      type="search"
      aria-label={usersText.search}
      placeholder={usersText.search}
      leftSection={<IconSearch size={18} aria-hidden />}
      value={typed}
      onChange={event => setTyped(event.currentTarget.value)}
    />
  )
}
