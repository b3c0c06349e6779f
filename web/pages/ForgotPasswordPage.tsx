import { authText } from '#web/features/auth/auth.text.ts'
import { ForgotPassword } from '#web/features/auth/ForgotPassword.tsx'
import { OutsidePage } from './OutsidePage.tsx'

export function ForgotPasswordPage() {
  return (
    <OutsidePage title={authText.forgot.title}>
      <ForgotPassword />
    </OutsidePage>
  )
}
