import type { UseMutationResult } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type * as z from 'zod/mini'
import { ApiError } from './api.ts'
import { type FieldErrors, focusFirstError, readForm } from './forms.ts'

/** The schema, or where it is to be had: fetched when somebody begins to fill in the form. */
type SchemaSource = z.ZodMiniType | (() => Promise<z.ZodMiniType>)

async function loadCheck(source: SchemaSource) {
  const [{ check }, schema] = await Promise.all([
    import('./check.ts'),
    typeof source === 'function' ? source() : source,
  ])
  return (values: unknown) => check(values, schema)
}

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
  schema: SchemaSource
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

  const source = useRef(schema)
  useEffect(() => {
    // What does not arrive now is asked for again when it is needed.
    const prepare = () => void loadCheck(source.current).catch(() => {})
    form.current?.addEventListener('focusin', prepare, { once: true })
  }, [])

  const isChecking = useRef(false)
  async function send({ values, toForm = found => found }: Reading): Promise<void> {
    // Without the schema the server's own check has to do.
    isChecking.current = true
    const check = await loadCheck(schema).catch(() => () => ({ values, errors: {} }))
    isChecking.current = false
    // Closed meanwhile: what was not sent is not sent.
    if (!form.current) return
    const checked = check(values)
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

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (isChecking.current) return
    sending.reset()
    void send(read(event.currentTarget))
  }

  return { form, errors, submit, clear: () => setErrors({}) }
}
