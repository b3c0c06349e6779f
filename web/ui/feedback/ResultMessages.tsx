// Success and failure messages that are shown next to the submitted form.
import { Alert } from '@mantine/core'
import { IconAlertCircle, IconCheck } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { getErrorMessageForUser } from '#web/lib/http/api.ts'

/** Success message. The message takes the focus, because the element that had the focus is gone or disabled. */
export function SuccessMessage({ title, message }: { title?: string; message: string }) {
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => alert.current?.focus(), [])
  return (
    <Alert
      ref={alert}
      tabIndex={-1}
      role="status"
      color="laut"
      style={{ outline: 'none' }}
      title={title}
      icon={<IconCheck aria-hidden />}
    >
      {message}
    </Alert>
  )
}

/**
 * Failure message with the server's text or, if the server sent none, the text `otherwise`. Without an error, renders
 * nothing.
 */
export function FailureMessage({ error, otherwise }: { error: Error | null; otherwise: string }) {
  if (!error) return null
  return (
    <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
      {getErrorMessageForUser(error, otherwise)}
    </Alert>
  )
}
