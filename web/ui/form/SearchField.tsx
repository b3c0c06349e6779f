import '@mantine/core/styles/CloseButton.css'
import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { commonText } from '#texts/common.ts'

const debounceDelay = 300

/** Search field that reports its value when the user pauses typing. Until then, the text is local state. */
export function SearchField({
  label,
  placeholder = label,
  value,
  onChange,
  error,
  flex,
  className,
}: {
  label: string
  /** Placeholder of the search field, for fields too narrow for the label. By default the label. */
  placeholder?: string
  value: string
  onChange: (value: string) => void
  error?: string
  flex?: string
  className?: string
}) {
  const [typed, setTyped] = useState(value)
  const reported = useRef(value)
  const input = useRef<HTMLInputElement>(null)
  // The search field takes over the text from the URL only after navigation, such as the back button or a link.
  // The text that the field itself put into the URL is ignored, so that it cannot overwrite newer typed text.
  useEffect(() => {
    if (value !== reported.current) setTyped(value)
    reported.current = value
  }, [value])
  useEffect(() => {
    const next = typed.trim()
    if (next === reported.current) return
    const timer = setTimeout(() => {
      reported.current = next
      onChange(next)
    }, debounceDelay)
    return () => clearTimeout(timer)
  }, [typed, onChange])
  const clearSearch = () => {
    setTyped('')
    // The button that clears the search disappears after the click, so the search field takes the focus.
    input.current?.focus()
  }
  return (
    <TextInput
      ref={input}
      flex={flex}
      className={className}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={typed && <CloseButton aria-label={commonText.clearSearch} onClick={clearSearch} />}
      value={typed}
      error={error}
      onChange={event => setTyped(event.currentTarget.value)}
    />
  )
}
