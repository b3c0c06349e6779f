import { useLocation } from '@tanstack/react-router'
import { resetText } from '#web/features/auth/password.text.ts'
import { ResetPasswordForm } from '#web/features/auth/ResetPasswordForm.tsx'
import { OutsidePage } from './OutsidePage.tsx'

/** Password reset. The token is in the URL's hash, which browsers send neither to servers nor as referrer. */
export function ResetPasswordPage() {
  const { hash } = useLocation()
  return (
    <OutsidePage title={resetText.title}>
      <ResetPasswordForm token={hash} />
    </OutsidePage>
  )
}
