import { Box, Button, Card, Group, Skeleton, Text } from '@mantine/core'
import { type Role, roles } from '#shared/constants.ts'
import { roleLabels } from '#shared/labels.ts'
import { getActorScope, listActionsOfRole } from '#shared/policies.ts'
import { useUserSummary } from '#web/features/users/users.api.ts'
import { usersText as text } from '#web/features/users/users.text.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { isDataMissing } from '#web/lib/query/query-state.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { actionTexts, roleText, scopeTexts } from './roles.text.ts'

/** Builds a fictitious active user with this role, a country and a club, to derive the role's scope. */
const buildRoleHolder = (role: Role) => ({
  id: 1,
  role,
  status: 'active' as const,
  currentCountry: ' ',
  clubId: 1,
})

/** Permissions of a role, read from the policy table in `shared/policies.ts`. */
function RolePermissions({ role }: { role: Role }) {
  const allActions = listActionsOfRole(role)
  const roleActions = allActions.filter(({ isForEveryone }) => !isForEveryone)
  const listedActions = roleActions.length > 0 ? roleActions : allActions
  return (
    <>
      <Text size="sm" mt="xs" fw={600}>
        {scopeTexts[getActorScope(buildRoleHolder(role)).over]}
      </Text>
      <Text size="sm" c="dimmed">
        {roleActions.length > 0 ? roleText.more(roleActions.length) : roleText.everyone}
      </Text>
      <Box component="ul" pl={18} mt={8} fz={13} style={{ listStyle: 'revert' }} lh={1.5}>
        {listedActions.map(({ action }) => (
          <li key={action}>{actionTexts[action]}</li>
        ))}
      </Box>
    </>
  )
}

/** One card per role with its permissions, its number of users and a link to them. */
export function RoleCards({ onShow }: { onShow: (role: Role) => void }) {
  const summary = useUserSummary()
  if (isDataMissing(summary)) return <ErrorState error={summary.error} onRetry={() => summary.refetch()} />
  return (
    <Columns template="repeat(auto-fit, minmax(220px, 1fr))" gap={12}>
      {roles.map(role =>
        summary.data ? (
          <Card key={role}>
            <Text fw={700}>{roleLabels[role]}</Text>
            <Group justify="space-between" mt="xs">
              <Text size="sm" c="dimmed">
                {text.roleCount(formatNumber(summary.data.byRole[role]))}
              </Text>
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={`${text.showRole}: ${roleLabels[role]}`}
                onClick={() => onShow(role)}
              >
                {text.showRole}
              </Button>
            </Group>
            <RolePermissions role={role} />
          </Card>
        ) : (
          <Skeleton key={role} height={360} radius={16} />
        ),
      )}
    </Columns>
  )
}
