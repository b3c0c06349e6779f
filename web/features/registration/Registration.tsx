import { useRef } from 'react'
import { RegistrationChoice } from './RegistrationChoice.tsx'
import { type Draft, RegistrationForm } from './RegistrationForm.tsx'

/** `kind` stands in the address, so that the browser's own way back leads back to the choice. */
export function Registration({
  kind,
  onChoose,
  withLogin,
}: {
  kind?: 'full' | 'quick'
  onChoose: (kind?: 'full' | 'quick') => void
  withLogin: boolean
}) {
  const draft = useRef<Draft>({})
  if (!kind) return <RegistrationChoice onChoose={onChoose} withLogin={withLogin} />
  return <RegistrationForm key={kind} kind={kind} draft={draft} isOwn={withLogin} onBack={() => onChoose()} />
}
