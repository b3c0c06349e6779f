import { useNavigate, useSearch } from '@tanstack/react-router'
import { AuditList } from '#web/features/audit/AuditList.tsx'

export function AuditPage() {
  const filter = useSearch({ from: '/shell/audit' })
  const navigate = useNavigate()
  return <AuditList filter={filter} onChange={next => navigate({ to: '/audit', search: next })} />
}
