import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'

const pause = 300

/** Looks things up while one types, when the fingers rest; what is typed stays one's own meanwhile. */
export function SearchField({
  label,
  value,
  onChange,
  className,
}: {
  label: string
  value: string
  onChange: (value: string) => void
  className?: string
}) {
  const [typed, setTyped] = useState(value)
  const sent = useRef(value)
  // Only when the address changed by itself, by the way back or a link; what was sent comes back too, and that may be
  // after the next letter.
  useEffect(() => {
    if (value !== sent.current) setTyped(value)
    sent.current = value
  }, [value])
  useEffect(() => {
    const next = typed.trim()
    if (next === sent.current) return
    const timer = setTimeout(() => {
      sent.current = next
      onChange(next)
    }, pause)
    return () => clearTimeout(timer)
  }, [typed, onChange])
  return (
    <TextInput
      className={className}
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={18} aria-hidden />}
      value={typed}
      onChange={event => setTyped(event.currentTarget.value)}
    />
  )
}
