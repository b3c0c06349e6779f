import { useNavigate, useSearch } from '@tanstack/react-router'
import { auditKinds } from '#shared/audit-kinds.ts'
import { AuditList } from '#web/features/audit/AuditList.tsx'
import { oneOf } from '#web/lib/search.ts'

export function AuditPage() {
  const search = useSearch({ from: '/shell/audit' })
  const filter = { ...search, kind: oneOf(auditKinds, search.kind) }
  const navigate = useNavigate()
  return <AuditList filter={filter} onChange={next => navigate({ to: '/audit', search: next })} />
}
