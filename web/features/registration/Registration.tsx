import { useRef } from 'react'
import { RegistrationChoice } from './RegistrationChoice.tsx'
import { type Draft, RegistrationForm } from './RegistrationForm.tsx'

/** `kind` stands in the address, so that the browser's own way back leads back to the choice. */
export function Registration({
  kind,
  onChoose,
  withLogin,
  redirect,
}: {
  kind?: 'full' | 'quick'
  onChoose: (kind?: 'full' | 'quick') => void
  withLogin: boolean
  /** Where one wanted to be when one was asked to register. */
  redirect?: string
}) {
  const draft = useRef<Draft>({})
  if (!kind) return <RegistrationChoice onChoose={onChoose} withLogin={withLogin} redirect={redirect} />
  return (
    <RegistrationForm
      key={kind}
      kind={kind}
      draft={draft}
      isOwn={withLogin}
      redirect={redirect}
      onBack={() => onChoose()}
    />
  )
}
