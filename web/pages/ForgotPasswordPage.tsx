import { forgotText } from '#texts/password.ts'
import { ForgotPasswordForm } from '#web/features/auth/ForgotPasswordForm.tsx'
import { VisitorPageLayout } from './VisitorPageLayout.tsx'

export function ForgotPasswordPage() {
  return (
    <VisitorPageLayout title={forgotText.title}>
      <ForgotPasswordForm />
    </VisitorPageLayout>
  )
}
