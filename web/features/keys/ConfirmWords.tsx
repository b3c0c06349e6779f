import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { MyKeys } from '#shared/contracts/keys.ts'
import { useCheckedForm } from '#web/lib/use-checked-form.ts'
import styles from './Keys.module.css'
import { type Opened, useSavePhrase } from './keys.api.ts'
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

/** Whoever can say three of the words has noted down the phrase; only then does it open anything. */
export function ConfirmWords({
  opened,
  keys,
  words,
  onSaved,
  onBack,
}: {
  opened: Opened
  keys: MyKeys
  words: string[]
  onSaved: () => void
  onBack: () => void
}) {
  const [places] = useState(() => pickPlaces(words))
  const saving = useSavePhrase(opened, keys, words)
  const { form, errors, submit } = useCheckedForm({
    schema: schemaFor(words, places),
    sending: saving,
    onSuccess: onSaved,
  })
  return (
    <Step title={text.title} progress={keysText.step(2, 2)}>
      <Text size="sm">{text.intro}</Text>
      <form ref={form} noValidate onSubmit={submit}>
        <Stack>
          <Trouble error={saving.error} />
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
            <Button type="submit" disabled={saving.isPending}>
              {saving.isPending ? text.submitting : text.submit}
            </Button>
            <Button variant="subtle" disabled={saving.isPending} onClick={onBack}>
              {text.back}
            </Button>
          </div>
        </Stack>
      </form>
    </Step>
  )
}
