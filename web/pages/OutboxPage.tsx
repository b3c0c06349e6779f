import { useNavigate, useSearch } from '@tanstack/react-router'
import { OutboxList } from '#web/features/outbox/OutboxList.tsx'

export function OutboxPage() {
  const { page = 1 } = useSearch({ from: '/shell/outbox' })
  const navigate = useNavigate()
  return <OutboxList page={page} onChange={next => navigate({ to: '/outbox', search: { page: next } })} />
}
