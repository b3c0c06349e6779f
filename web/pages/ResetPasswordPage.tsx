import { useLocation } from '@tanstack/react-router'
import { resetText } from '#web/features/auth/password.text.ts'
import { ResetPassword } from '#web/features/auth/ResetPassword.tsx'
import { OutsidePage } from './OutsidePage.tsx'

/** The token stands behind the #, which browsers send to no server and note in no referrer. */
export function ResetPasswordPage() {
  const { hash } = useLocation()
  return (
    <OutsidePage title={resetText.title}>
      <ResetPassword token={hash} />
    </OutsidePage>
  )
}
