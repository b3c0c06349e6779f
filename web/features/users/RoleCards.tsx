import { Button, Card, Group, Skeleton, Text } from '@mantine/core'
import { type Role, roles } from '#shared/constants.ts'
import { roleLabels } from '#shared/labels.ts'
import { showNumber } from '#web/lib/format.ts'
import { isMissing } from '#web/lib/is-missing.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import styles from './Users.module.css'
import { useUserSummary } from './users.api.ts'
import { usersText as text } from './users.text.ts'

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
          </Card>
        ) : (
          <Skeleton key={role} height={96} radius={16} />
        ),
      )}
    </div>
  )
}
