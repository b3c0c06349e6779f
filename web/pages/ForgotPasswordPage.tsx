import { ForgotPasswordForm } from '#web/features/auth/ForgotPasswordForm.tsx'
import { forgotText } from '#web/features/auth/password.text.ts'
import { VisitorPageLayout } from './VisitorPageLayout.tsx'

export function ForgotPasswordPage() {
  return (
    <VisitorPageLayout title={forgotText.title}>
      <ForgotPasswordForm />
    </VisitorPageLayout>
  )
}
