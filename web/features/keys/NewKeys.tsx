import { useState } from 'react'
import type { Identity } from '#web/lib/e2ee/identity.ts'
import type { PreparedKeys } from '#web/lib/e2ee/my-keys.ts'
import { ConfirmWords } from './ConfirmWords.tsx'
import { PasskeyOffer } from './PasskeyOffer.tsx'
import { PhraseWords } from './PhraseWords.tsx'

/** Keys that were just made: their words are noted down and asked for before anybody else hears of them. */
export function NewKeys({
  prepared,
  onReady,
  onCancel,
}: {
  prepared: PreparedKeys
  onReady: (identity: Identity) => void
  onCancel: () => void
}) {
  const [step, setStep] = useState<'words' | 'confirm' | 'passkey'>('words')
  const finish = () => onReady(prepared.identity)
  if (step === 'passkey') return <PasskeyOffer opened={prepared} onDone={finish} />
  if (step === 'words') {
    return <PhraseWords words={prepared.words} onSaved={() => setStep('confirm')} onCancel={onCancel} />
  }
  return (
    <ConfirmWords
      prepared={prepared}
      onPublished={mayAddPasskey => (mayAddPasskey ? setStep('passkey') : finish())}
      onBack={() => setStep('words')}
      onRestart={onCancel}
    />
  )
}
