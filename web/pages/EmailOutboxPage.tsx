import { useNavigate, useSearch } from '@tanstack/react-router'
import { EmailOutboxList } from '#web/features/outbox/EmailOutboxList.tsx'

export function EmailOutboxPage() {
  const { page = 1 } = useSearch({ from: '/shell/outbox' })
  const navigate = useNavigate()
  return (
    <EmailOutboxList page={page} onChange={next => navigate({ to: '/outbox', search: { page: next } })} />
  )
}
