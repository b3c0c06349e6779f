import { Alert } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'

/** Something was done: said where one is, and focused, because what had the focus is gone or disabled. */
export function Done({ title, message }: { title?: string; message: string }) {
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => alert.current?.focus(), [])
  return (
    <Alert
      ref={alert}
      tabIndex={-1}
      role="status"
      color="laut"
      title={title}
      icon={<IconCheck aria-hidden />}
    >
      {message}
    </Alert>
  )
}
