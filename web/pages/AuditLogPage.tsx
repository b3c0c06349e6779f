import { Button } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { auditKinds } from '#shared/audit/audit-kinds.ts'
import { can } from '#shared/policies.ts'
import { dataRegisterText } from '#texts/data-register.ts'
import { AuditEventList } from '#web/features/audit/AuditEventList.tsx'
import { currentUserQuery } from '#web/lib/query/query-client.ts'

export function AuditLogPage() {
  const { kind, ...others } = useSearch({ from: '/shell/audit' })
  const filter = { ...others, kind: auditKinds.find(known => known === kind) }
  const navigate = useNavigate()
  const { data: user } = useQuery(currentUserQuery)
  const registerLink = user && can(user, 'data.register') && (
    <Button
      component={Link}
      to="/data-register"
      variant="default"
      leftSection={<IconShieldLock size={18} aria-hidden />}
    >
      {dataRegisterText.title}
    </Button>
  )
  return (
    <AuditEventList
      filter={filter}
      tools={registerLink}
      onChange={next => navigate({ to: '/audit', search: next })}
    />
  )
}
