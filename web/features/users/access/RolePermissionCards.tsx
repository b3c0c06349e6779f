import { Box, Card, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { roleText as text } from '#texts/roles.ts'
import { PermissionGroupHeading } from './PermissionGroupHeading.tsx'
import { PermissionNameWithFootnote } from './PermissionNameWithFootnote.tsx'
import { PermissionScopeLabel } from './PermissionScopeLabel.tsx'
import type { RightsColumn } from './RolePermissionTable.tsx'
import type { GroupedRights, RightGroup } from './role-rights.ts'

function RightGroupCard({
  group,
  actions,
  column,
  isOpen,
  onToggle,
}: GroupedRights & { column: RightsColumn; isOpen: boolean; onToggle: () => void }) {
  const count = actions.filter(action => column.getScope(action) !== 'nobody').length
  return (
    <Card padding={0}>
      <PermissionGroupHeading group={group} isOpen={isOpen} onToggle={onToggle}>
        <Text span size="sm" c="dimmed" ml="auto" style={{ whiteSpace: 'nowrap' }}>
          {text.countOfLong({ count, total: actions.length })}
        </Text>
      </PermissionGroupHeading>
      {isOpen && (
        <ul>
          {actions.map(action => {
            const scope = column.getScope(action)
            return (
              <Group
                key={action}
                component="li"
                wrap="nowrap"
                gap={10}
                px={16}
                py={9}
                fz={14}
                c={scope === 'nobody' ? 'dimmed' : undefined}
                style={{ borderTop: '1px solid var(--line)' }}
              >
                <Box flex={1} miw={0}>
                  <PermissionNameWithFootnote action={action} />
                </Box>
                <PermissionScopeLabel scope={scope} />
              </Group>
            )
          })}
        </ul>
      )}
    </Card>
  )
}

/** Rights of one role or office on a phone, with one card per group of rights. */
export function RolePermissionCards({
  column,
  rights,
  head,
  isOpen,
  onToggle,
}: {
  column: RightsColumn
  rights: GroupedRights[]
  head: ReactNode
  isOpen: (group: RightGroup) => boolean
  onToggle: (group: RightGroup) => void
}) {
  return (
    <Stack gap={12}>
      {head}
      {rights.map(grouped => (
        <RightGroupCard
          key={grouped.group}
          {...grouped}
          column={column}
          isOpen={isOpen(grouped.group)}
          onToggle={() => onToggle(grouped.group)}
        />
      ))}
    </Stack>
  )
}
