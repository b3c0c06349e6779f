import { useNavigate, useRouter } from '@tanstack/react-router'
import { MembershipCardScreen } from '#web/features/cards/MembershipCardScreen.tsx'

/** Page with the membership card. Closing it returns to the previous page or, if there is none, to the profile. */
export function MembershipCardPage() {
  const router = useRouter()
  const navigate = useNavigate()
  const closeMembershipCard = () =>
    router.history.canGoBack() ? router.history.back() : void navigate({ to: '/profile' })
  return <MembershipCardScreen onClose={closeMembershipCard} />
}
