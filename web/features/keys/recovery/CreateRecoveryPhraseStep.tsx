import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import type { MyKeys } from '#shared/contracts/keys/keys.schemas.ts'
import { type ReauthenticatedKeys, useGeneratedRecoveryPhrase } from '#web/features/keys/keys.api.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { ConfirmRecoveryPhraseForm } from './ConfirmRecoveryPhraseForm.tsx'
import { RecoveryPhraseDisplay } from './RecoveryPhraseDisplay.tsx'

/** Creates a recovery phrase, shows its twelve words, and saves the phrase after the user has retyped three of them. */
export function CreateRecoveryPhraseStep({
  opened,
  keys,
  onDone,
}: {
  opened: ReauthenticatedKeys
  keys: MyKeys
  onDone: () => void
}) {
  const { data: words, error, refetch } = useGeneratedRecoveryPhrase()
  const [isNoted, setIsNoted] = useState(false)
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />
  if (!words) return <Skeleton height={220} radius={16} />
  if (!isNoted)
    return <RecoveryPhraseDisplay words={words} onSaved={() => setIsNoted(true)} onCancel={onDone} />
  return (
    <ConfirmRecoveryPhraseForm
      opened={opened}
      keys={keys}
      words={words}
      onSaved={onDone}
      onBack={() => setIsNoted(false)}
    />
  )
}
