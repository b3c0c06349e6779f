import type { UseMutationResult } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type * as z from 'zod/mini'
import { ApiError } from '#web/lib/http/api.ts'
import { type FieldErrors, focusFirstError, readFormValues } from './forms.ts'

/** Schema of a form, or a function that loads it when the user starts to fill in the form. */
type SchemaSource = z.ZodMiniType | (() => Promise<z.ZodMiniType>)

async function loadValidator(source: SchemaSource) {
  const [{ validateFormValues: check }, schema] = await Promise.all([
    import('./validate-form-values.ts'),
    typeof source === 'function' ? source() : source,
  ])
  return (values: unknown) => check(values, schema)
}

interface FormReading {
  values: unknown
  /** Maps field names of error messages to field names of the form, where the two differ. */
  toForm?: (errors: FieldErrors) => FieldErrors
}

/**
 * Validates a form on the client, shows the server's field errors in the same way, and focuses the first field with an
 * error. The typed values are sent unchanged, because the server normalizes them.
 */
export function useValidatedForm<Answer, Body>({
  schema,
  sending,
  read = form => ({ values: readFormValues(form) }),
  onSuccess,
  onFailure,
}: {
  schema: SchemaSource
  sending: UseMutationResult<Answer, Error, Body>
  read?: (form: HTMLFormElement) => FormReading
  onSuccess?: (answer: Answer) => void
  onFailure?: (error: Error) => void
}) {
  const [errors, setErrors] = useState<FieldErrors>({})
  const form = useRef<HTMLFormElement>(null)

  function showErrors(fieldErrors: FieldErrors): void {
    flushSync(() => setErrors(fieldErrors))
    if (form.current) focusFirstError(form.current, fieldErrors)
  }

  const source = useRef(schema)
  useEffect(() => {
    // The validation schema is preloaded on first focus. If this fails, submitting loads the schema again.
    const preloadCheck = () => void loadValidator(source.current).catch(() => {})
    form.current?.addEventListener('focusin', preloadCheck, { once: true })
  }, [])

  const isChecking = useRef(false)
  async function sendValidForm({ values, toForm = fieldErrors => fieldErrors }: FormReading): Promise<void> {
    // If the schema cannot be loaded, only the server validates the form.
    isChecking.current = true
    const check = await loadValidator(schema).catch(() => () => ({ values, errors: {} }))
    isChecking.current = false
    // If the user closed the form during validation, nothing is sent.
    if (!form.current) return
    const checked = check(values)
    showErrors(toForm(checked.errors))
    if (checked.values === undefined) return
    sending.mutate(values as Body, {
      onSuccess,
      onError: error => {
        showErrors(error instanceof ApiError ? toForm(error.fields) : {})
        // The submit button lost the focus while it was disabled, so the submit button gets the focus back.
        if (document.activeElement === document.body) {
          form.current?.querySelector<HTMLElement>('[type=submit]')?.focus()
        }
        onFailure?.(error)
      },
    })
  }

  function submitForm(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (isChecking.current) return
    sending.reset()
    void sendValidForm(read(event.currentTarget))
  }

  return { form, errors, submit: submitForm, clear: () => setErrors({}) }
}
