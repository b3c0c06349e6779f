import { useLocation, useNavigate } from '@tanstack/react-router'
import { NotMe } from '#web/features/auth/NotMe.tsx'
import { notMeText } from '#web/features/auth/password.text.ts'
import { OutsidePage } from './OutsidePage.tsx'

export function NotMePage() {
  const { hash } = useLocation()
  const navigate = useNavigate()
  return (
    <OutsidePage title={notMeText.title}>
      <NotMe
        token={hash}
        onDone={token => void navigate({ to: '/reset-password', hash: token, replace: true })}
      />
    </OutsidePage>
  )
}
