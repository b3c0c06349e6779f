import { useNavigate, useRouter } from '@tanstack/react-router'
import { MembershipCardScreen } from '#web/features/cards/MembershipCardScreen.tsx'

/** Membership card. Closing returns to the previous page, or to the profile when there is none. */
export function MembershipCardPage() {
  const router = useRouter()
  const navigate = useNavigate()
  const close = () => (router.history.canGoBack() ? router.history.back() : void navigate({ to: '/profile' }))
  return <MembershipCardScreen onClose={close} />
}
