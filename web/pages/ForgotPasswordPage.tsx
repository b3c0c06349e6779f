import { ForgotPasswordForm } from '#web/features/auth/ForgotPasswordForm.tsx'
import { forgotText } from '#web/features/auth/password.text.ts'
import { OutsidePage } from './OutsidePage.tsx'

export function ForgotPasswordPage() {
  return (
    <OutsidePage title={forgotText.title}>
      <ForgotPasswordForm />
    </OutsidePage>
  )
}
