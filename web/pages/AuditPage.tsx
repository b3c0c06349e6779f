import { useNavigate, useSearch } from '@tanstack/react-router'
import { auditKinds } from '#shared/audit-kinds.ts'
import { AuditList } from '#web/features/audit/AuditList.tsx'

export function AuditPage() {
  const { kind, ...others } = useSearch({ from: '/shell/audit' })
  const filter = { ...others, kind: auditKinds.find(known => known === kind) }
  const navigate = useNavigate()
  return <AuditList filter={filter} onChange={next => navigate({ to: '/audit', search: next })} />
}
