import { useNavigate, useRouter } from '@tanstack/react-router'
import { CardScreen } from '#web/features/cards/CardScreen.tsx'

/** Membership card. Closing returns to the previous page, or to the profile when there is none. */
export function CardPage() {
  const router = useRouter()
  const navigate = useNavigate()
  const close = () => (router.history.canGoBack() ? router.history.back() : void navigate({ to: '/profile' }))
  return <CardScreen onClose={close} />
}
