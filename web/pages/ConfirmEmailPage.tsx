import { useLocation } from '@tanstack/react-router'
import { EmailConfirmation } from '#web/features/auth/EmailConfirmation.tsx'
import { confirmText } from '#web/features/auth/password.text.ts'
import { OutsidePage } from './OutsidePage.tsx'

export function ConfirmEmailPage() {
  const { hash } = useLocation()
  return (
    <OutsidePage title={confirmText.title}>
      <EmailConfirmation token={hash} />
    </OutsidePage>
  )
}
