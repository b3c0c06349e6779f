import { useLocation } from '@tanstack/react-router'
import { EmailConfirmation } from '#web/features/auth/EmailConfirmation.tsx'
import { confirmText } from '#web/features/auth/password.text.ts'
import { VisitorPageLayout } from './VisitorPageLayout.tsx'

export function ConfirmEmailPage() {
  const { hash } = useLocation()
  return (
    <VisitorPageLayout title={confirmText.title}>
      <EmailConfirmation token={hash} />
    </VisitorPageLayout>
  )
}
