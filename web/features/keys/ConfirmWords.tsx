import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import * as z from 'zod/mini'
import { ApiError } from '#web/lib/api.ts'
import type { PreparedKeys } from '#web/lib/e2ee/my-keys.ts'
import { useCheckedForm } from '#web/lib/use-checked-form.ts'
import styles from './Keys.module.css'
import { usePublishKeys } from './keys.api.ts'
import { keysText, confirmText as text } from './keys.text.ts'
import { Step } from './Step.tsx'
import { Trouble } from './Trouble.tsx'

const nameOf = (at: number) => `word${at}`

/** Three places of the phrase, in its order, counted from one. */
function pickPlaces(words: string[]): number[] {
  const places = words.map((_, index) => index + 1)
  while (places.length > 3) places.splice(Math.floor(Math.random() * places.length), 1)
  return places
}

function schemaFor(words: string[], places: number[]) {
  const fields = places.map(at => [
    nameOf(at),
    z.string().check(
      z.trim(),

      z.minLength(1, text.missing(at)),
      z.refine(word => word.toLowerCase() === words[at - 1], text.wrong(at)),
    ),
  ])
  return z.object(Object.fromEntries(fields))
}

/** Whoever can say three of the words has noted down the phrase; only then do the keys become their keys. */
export function ConfirmWords({
  prepared,
  onPublished,
  onBack,
  onRestart,
}: {
  prepared: PreparedKeys
  onPublished: (mayAddPasskey: boolean) => void
  onBack: () => void
  onRestart: () => void
}) {
  const { words } = prepared
  const [places] = useState(() => pickPlaces(words))
  const publishing = usePublishKeys(prepared)
  const { form, errors, submit } = useCheckedForm({
    schema: schemaFor(words, places),
    sending: publishing,
    onSuccess: onPublished,
  })
  // Somebody was quicker on another device: these keys can no longer become theirs.
  const isLate = publishing.error instanceof ApiError && publishing.error.status === 409
  return (
    <Step title={text.title} progress={keysText.step(2, 2)}>
      <Text size="sm">{text.intro}</Text>
      <form ref={form} noValidate onSubmit={submit}>
        <Stack>
          <Trouble
            error={publishing.error}
            action={isLate ? { label: text.restart, onClick: onRestart } : undefined}
          />
          <div className={styles.fields}>
            {places.map(at => (
              <TextInput
                key={at}
                name={nameOf(at)}
                label={text.word(at)}
                error={errors[nameOf(at)]}
                required
                withAsterisk
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                lang="en"
              />
            ))}
          </div>
          <div className={styles.actions}>
            <Button type="submit" disabled={publishing.isPending}>
              {publishing.isPending ? text.submitting : text.submit}
            </Button>
            <Button variant="subtle" disabled={publishing.isPending} onClick={onBack}>
              {text.back}
            </Button>
          </div>
        </Stack>
      </form>
    </Step>
  )
}
