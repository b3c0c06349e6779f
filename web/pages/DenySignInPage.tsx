import { useLocation, useNavigate } from '@tanstack/react-router'
import { DenySignInForm } from '#web/features/auth/DenySignInForm.tsx'
import { denySignInText } from '#web/features/auth/password.text.ts'
import { VisitorPageLayout } from './VisitorPageLayout.tsx'

export function DenySignInPage() {
  const { hash } = useLocation()
  const navigate = useNavigate()
  return (
    <VisitorPageLayout title={denySignInText.title}>
      <DenySignInForm
        token={hash}
        onDone={token => void navigate({ to: '/reset-password', hash: token, replace: true })}
      />
    </VisitorPageLayout>
  )
}
