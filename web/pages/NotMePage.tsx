import { useLocation, useNavigate } from '@tanstack/react-router'
import { DenySignInForm } from '#web/features/auth/DenySignInForm.tsx'
import { denySignInText } from '#web/features/auth/password.text.ts'
import { OutsidePage } from './OutsidePage.tsx'

export function NotMePage() {
  const { hash } = useLocation()
  const navigate = useNavigate()
  return (
    <OutsidePage title={denySignInText.title}>
      <DenySignInForm
        token={hash}
        onDone={token => void navigate({ to: '/reset-password', hash: token, replace: true })}
      />
    </OutsidePage>
  )
}
