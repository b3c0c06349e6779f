import { Button, Card, Group, Skeleton, Text, Title } from '@mantine/core'
import { appointedOffices, type Role, roles } from '#shared/constants.ts'
import { getActorScope, getOfficePolicy, listActionsOfRole } from '#shared/policies.ts'
import { appointedOfficeLabels, roleLabels } from '#texts/labels.ts'
import { roleText, scopeTexts } from '#texts/roles.ts'
import { usersText as text } from '#texts/users.ts'
import { useUserSummary } from '#web/features/users/users.api.ts'
import { isDataMissing } from '#web/lib/query/query-state.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { PermissionList } from './PermissionList.tsx'

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
        {roleActions.length > 0 ? roleText.more({ count: roleActions.length }) : roleText.everyone}
      </Text>
      <PermissionList actions={listedActions.map(({ action }) => action)} />
    </>
  )
}

/** One card per appointed office with the places in which it can be held and the permissions it grants. */
function OfficeCards() {
  return (
    <>
      <Title order={2} size="h4" mt="xl">
        {roleText.offices}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {roleText.officesHelp}
      </Text>
      <Columns template="repeat(auto-fit, minmax(220px, 1fr))" gap={12}>
        {appointedOffices.map(office => {
          const { scopes, actions } = getOfficePolicy(office)
          return (
            <Card key={office}>
              <Text fw={700}>{appointedOfficeLabels[office]}</Text>
              <Text size="sm" mt="xs" fw={600}>
                {scopes.map(scope => roleText.officeScopes[scope]).join(' · ')}
              </Text>
              <Text size="sm" c="dimmed">
                {roleText.officeMore({ count: actions.length })}
              </Text>
              <PermissionList actions={actions} />
            </Card>
          )
        })}
      </Columns>
    </>
  )
}

/** One card per role with its permissions, its number of users and a link to them. */
export function RoleCards({ onShow }: { onShow: (role: Role) => void }) {
  const summary = useUserSummary()
  if (isDataMissing(summary)) return <ErrorState error={summary.error} onRetry={() => summary.refetch()} />
  return (
    <>
      <Columns template="repeat(auto-fit, minmax(220px, 1fr))" gap={12}>
        {roles.map(role =>
          summary.data ? (
            <Card key={role}>
              <Text fw={700}>{roleLabels[role]}</Text>
              <Group justify="space-between" mt="xs">
                <Text size="sm" c="dimmed">
                  {text.roleCount({ count: summary.data.byRole[role] })}
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
      {summary.data && <OfficeCards />}
    </>
  )
}
