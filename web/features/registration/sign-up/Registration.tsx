import { useRef } from 'react'
import { type RegistrationDraft, RegistrationForm } from './RegistrationForm.tsx'
import { RegistrationMethodChoice } from './RegistrationMethodChoice.tsx'

/** Registration form. Its `kind` (full or quick) is in the URL, so that the Back button returns to the choice. */
export function Registration({
  kind,
  onChoose,
  withLogin,
  redirect,
}: {
  kind?: 'full' | 'quick'
  onChoose: (kind?: 'full' | 'quick') => void
  withLogin: boolean
  /** Path that the visitor requested before the app asked the visitor to register. */
  redirect?: string
}) {
  const draft = useRef<RegistrationDraft>({})
  if (!kind) return <RegistrationMethodChoice onChoose={onChoose} withLogin={withLogin} redirect={redirect} />
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
