import { useNavigate, useRouter } from '@tanstack/react-router'
import { CardScreen } from '#web/features/cards/CardScreen.tsx'

/** Back to where one came from; whoever came by a shortcut comes to their profile. */
export function CardPage() {
  const router = useRouter()
  const navigate = useNavigate()
  const close = () => (router.history.canGoBack() ? router.history.back() : void navigate({ to: '/profile' }))
  return <CardScreen onClose={close} />
}
