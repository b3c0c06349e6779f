import { useLocation } from '@tanstack/react-router'
import { resetText } from '#texts/password.ts'
import { ResetPasswordForm } from '#web/features/auth/ResetPasswordForm.tsx'
import { VisitorPageLayout } from './VisitorPageLayout.tsx'

/**
 * Page for a password reset. Its token is in the URL's hash, which browsers send neither to servers nor as referrer.
 */
export function ResetPasswordPage() {
  const { hash } = useLocation()
  return (
    <VisitorPageLayout title={resetText.title}>
      <ResetPasswordForm token={hash} />
    </VisitorPageLayout>
  )
}
