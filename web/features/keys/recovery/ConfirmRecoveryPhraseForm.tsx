import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { MyKeys } from '#shared/contracts/keys/keys.schemas.ts'
import { keysText, confirmPhraseText as text } from '#texts/keys.ts'
import { EncryptionKeyWizardStep } from '#web/features/keys/EncryptionKeyWizardStep.tsx'
import { KeyErrorAlert } from '#web/features/keys/KeyErrorAlert.tsx'
import styles from '#web/features/keys/Keys.module.css'
import {
  type ReauthenticatedKeys,
  useStoreKeysEncryptedByRecoveryPhrase,
} from '#web/features/keys/keys.api.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { Columns } from '#web/ui/layout/Columns.tsx'

const getWordFieldName = (position: number) => `word${position}`

/** Picks three random word positions of the recovery phrase, in ascending order, counted from one. */
function pickWordPositions(words: string[]): number[] {
  const positions = words.map((_, index) => index + 1)
  while (positions.length > 3) positions.splice(Math.floor(Math.random() * positions.length), 1)
  return positions
}

function buildWordSchema(words: string[], positions: number[]) {
  const fields = positions.map(position => [
    getWordFieldName(position),
    z.string().check(
      z.trim(),
      z.minLength(1, text.missing({ at: position })),
      z.refine(word => word.toLowerCase() === words[position - 1], text.wrong({ at: position })),
    ),
  ])
  return z.object(Object.fromEntries(fields))
}

/** Asks for three words of the new recovery phrase, to make sure that the user has written it down. */
export function ConfirmRecoveryPhraseForm({
  opened,
  keys,
  words,
  onSaved,
  onBack,
}: {
  opened: ReauthenticatedKeys
  keys: MyKeys
  words: string[]
  onSaved: () => void
  onBack: () => void
}) {
  const [positions] = useState(() => pickWordPositions(words))
  const saving = useStoreKeysEncryptedByRecoveryPhrase(opened, keys, words)
  const { form, errors, submit } = useValidatedForm({
    schema: buildWordSchema(words, positions),
    sending: saving,
    onSuccess: onSaved,
  })
  return (
    <EncryptionKeyWizardStep title={text.title} progress={keysText.step({ at: 2, of: 2 })}>
      <Text size="sm">{text.intro}</Text>
      <form ref={form} noValidate onSubmit={submit}>
        <Stack>
          <KeyErrorAlert error={saving.error} />
          <Columns template={{ xs: 'repeat(3, 1fr)' }} gap={12} align="start">
            {positions.map(position => (
              <TextInput
                key={position}
                name={getWordFieldName(position)}
                label={text.word({ at: position })}
                error={errors[getWordFieldName(position)]}
                required
                withAsterisk
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                lang="en"
              />
            ))}
          </Columns>
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
    </EncryptionKeyWizardStep>
  )
}
