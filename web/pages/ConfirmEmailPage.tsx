import { useLocation } from '@tanstack/react-router'
import { confirmText } from '#texts/password.ts'
import { EmailConfirmation } from '#web/features/auth/EmailConfirmation.tsx'
import { VisitorPageLayout } from './VisitorPageLayout.tsx'

export function ConfirmEmailPage() {
  const { hash } = useLocation()
  return (
    <VisitorPageLayout title={confirmText.title}>
      <EmailConfirmation token={hash} />
    </VisitorPageLayout>
  )
}
