import { useLocation, useNavigate } from '@tanstack/react-router'
import { denySignInText } from '#texts/password.ts'
import { ReportUnrecognizedSignInForm } from '#web/features/auth/ReportUnrecognizedSignInForm.tsx'
import { VisitorPageLayout } from './VisitorPageLayout.tsx'

export function DenySignInPage() {
  const { hash } = useLocation()
  const navigate = useNavigate()
  return (
    <VisitorPageLayout title={denySignInText.title}>
      <ReportUnrecognizedSignInForm
        token={hash}
        onDone={token => void navigate({ to: '/reset-password', hash: token, replace: true })}
      />
    </VisitorPageLayout>
  )
}
