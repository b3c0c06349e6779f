import type { UseMutationResult } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type * as z from 'zod/mini'
import { ApiError } from './api.ts'
import { check, type FieldErrors, focusFirstError, readForm } from './forms.ts'

interface Reading {
  values: unknown
  /** Leads messages back to the fields they are about, where those have other names. */
  toForm?: (errors: FieldErrors) => FieldErrors
}

/**
 * A form that is checked here and by the server alike; either way the first wrong field gets the focus. What is sent
 * is what was typed: the server puts it into shape itself.
 */
export function useCheckedForm<Answer, Body>({
  schema,
  sending,
  read = form => ({ values: readForm(form) }),
  onSuccess,
  onFailure,
}: {
  schema: z.ZodMiniType
  sending: UseMutationResult<Answer, Error, Body>
  read?: (form: HTMLFormElement) => Reading
  onSuccess?: (answer: Answer) => void
  onFailure?: () => void
}) {
  const [errors, setErrors] = useState<FieldErrors>({})
  const form = useRef<HTMLFormElement>(null)

  function show(found: FieldErrors): void {
    flushSync(() => setErrors(found))
    if (form.current) focusFirstError(form.current, found)
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    sending.reset()
    const { values, toForm = found => found } = read(event.currentTarget)
    const checked = check(values, schema)
    show(toForm(checked.errors))
    if (checked.values === undefined) return
    sending.mutate(values as Body, {
      onSuccess,
      onError: error => {
        show(error instanceof ApiError ? toForm(error.fields) : {})
        // The button lost the focus while it was disabled.
        if (document.activeElement === document.body) {
          form.current?.querySelector<HTMLElement>('[type=submit]')?.focus()
        }
        onFailure?.()
      },
    })
  }

  return { form, errors, submit, clear: () => setErrors({}) }
}
