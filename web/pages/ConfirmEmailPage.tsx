import { useLocation } from '@tanstack/react-router'
import { authText } from '#web/features/auth/auth.text.ts'
import { ConfirmEmail } from '#web/features/auth/ConfirmEmail.tsx'
import { OutsidePage } from './OutsidePage.tsx'

export function ConfirmEmailPage() {
  const { hash } = useLocation()
  return (
    <OutsidePage title={authText.confirm.title}>
      <ConfirmEmail token={hash} />
    </OutsidePage>
  )
}
