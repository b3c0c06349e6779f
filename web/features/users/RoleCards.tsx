import { Button, Card, Group, Skeleton, Text } from '@mantine/core'
import { type Role, roles } from '#shared/constants.ts'
import { roleLabels } from '#shared/labels.ts'
import { actionsOf, reachOf } from '#shared/policies.ts'
import { showNumber } from '#web/lib/format.ts'
import { isMissing } from '#web/lib/is-missing.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { actionTexts, reachTexts, roleText } from './roles.text.ts'
import styles from './Users.module.css'
import { useUserSummary } from './users.api.ts'
import { usersText as text } from './users.text.ts'

/** Somebody who has the role and a place, as everybody who uses it does. */
const holderOf = (role: Role) => ({ id: 1, role, status: 'active' as const, currentCountry: ' ', clubId: 1 })

/** What comes with a role, as the one table of permissions has it. */
function May({ role }: { role: Role }) {
  const all = actionsOf(role)
  const own = all.filter(({ isForEveryone }) => !isForEveryone)
  const told = own.length > 0 ? own : all
  return (
    <>
      <Text size="sm" mt="xs" fw={600}>
        {reachTexts[reachOf(holderOf(role)).over]}
      </Text>
      <Text size="sm" c="dimmed">
        {own.length > 0 ? roleText.more(own.length) : roleText.everyone}
      </Text>
      <ul className={styles.may}>
        {told.map(({ action }) => (
          <li key={action}>{actionTexts[action]}</li>
        ))}
      </ul>
    </>
  )
}

/** A card a role, with how many have it, and the way to them. */
export function RoleCards({ onShow }: { onShow: (role: Role) => void }) {
  const summary = useUserSummary()
  if (isMissing(summary)) return <ErrorState error={summary.error} onRetry={() => summary.refetch()} />
  return (
    <div className={styles.roles}>
      {roles.map(role =>
        summary.data ? (
          <Card key={role}>
            <Text fw={700}>{roleLabels[role]}</Text>
            <Group justify="space-between" mt="xs">
              <Text size="sm" c="dimmed">
                {text.roleCount(showNumber(summary.data.byRole[role]))}
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
            <May role={role} />
          </Card>
        ) : (
          <Skeleton key={role} height={360} radius={16} />
        ),
      )}
    </div>
  )
}
