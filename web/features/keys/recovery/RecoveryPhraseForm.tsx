import { Button, Stack, Textarea } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import * as z from 'zod/mini'
import { restoreText as text } from '#texts/keys.ts'
import { KeyErrorAlert } from '#web/features/keys/KeyErrorAlert.tsx'
import styles from '#web/features/keys/Keys.module.css'
import { getEncryptionKeyErrorText } from '#web/features/keys/keys.api.ts'
import { KeyError, type KeyErrorKind } from '#web/lib/e2ee/keys/key-error.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'

const schema = z.object({
  phrase: z.string().check(z.trim(), z.minLength(1, { error: () => text.phraseMissing })),
})
const phraseErrors: KeyErrorKind[] = ['word-count', 'unknown-words', 'never-a-phrase', 'wrong-phrase']

/** Form in which the user enters the recovery phrase. Errors about its words appear at the field. */
export function RecoveryPhraseForm<Answer, Body extends { phrase?: string }>({
  sending,
  labels,
  onSuccess,
  children,
}: {
  sending: UseMutationResult<Answer, Error, Body>
  labels: { submit: string; submitting: string }
  onSuccess: (answer: Answer) => void
  children?: ReactNode
}) {
  const field = useRef<HTMLTextAreaElement>(null)
  const onFailure = () => field.current?.focus()
  const { form, errors, submit } = useValidatedForm({ schema, sending, onSuccess, onFailure })
  const isPhraseError = sending.error instanceof KeyError && phraseErrors.includes(sending.error.kind)
  const isPending = sending.isPending && sending.variables.phrase !== undefined
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <Stack>
        {!isPhraseError && <KeyErrorAlert error={sending.error} />}
        <Textarea
          ref={field}
          name="phrase"
          label={text.phrase}
          description={text.phraseHelp}
          error={
            errors.phrase ??
            (isPhraseError && sending.error ? getEncryptionKeyErrorText(sending.error) : undefined)
          }
          rows={3}
          required
          withAsterisk
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          lang="en"
        />
        <div className={styles.actions}>
          <Button type="submit" disabled={sending.isPending}>
            {isPending ? labels.submitting : labels.submit}
          </Button>
          {children}
        </div>
      </Stack>
    </form>
  )
}
