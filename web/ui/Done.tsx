// What came of something that was sent, said where one is.
import { Alert } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { failureText } from '#web/lib/api.ts'

/** It was done; focused, because what had the focus is gone or disabled. */
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

/** It failed, in the server's words or these; nothing as long as it has not. */
export function Failed({ error, otherwise }: { error: Error | null; otherwise: string }) {
  if (!error) return null
  return (
    <Alert color="red" role="alert">
      {failureText(error, otherwise)}
    </Alert>
  )
}
