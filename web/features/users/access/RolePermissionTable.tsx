import '@mantine/core/styles/Table.css'
import { Box, Table, Text, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Action } from '#shared/policies.ts'
import { roleText as text } from '#texts/roles.ts'
import styles from './Access.module.css'
import { PermissionGroupHeading } from './PermissionGroupHeading.tsx'
import { PermissionNameWithFootnote } from './PermissionNameWithFootnote.tsx'
import { PermissionScopeLabel } from './PermissionScopeLabel.tsx'
import type { GroupedRights, RightGroup, RightScope } from './role-rights.ts'

/** Column of the role matrix, which shows the rights of a role or of an office. */
export interface RightsColumn {
  key: string
  label: ReactNode
  /** Text below the label of a column in the role matrix, such as the number of holders. */
  note: ReactNode
  isOwn?: boolean
  getScope: (action: Action) => RightScope
}

/** Background tint that marks the column of the viewer's own role in the role matrix. */
const getOwnRoleColumnTint = ({ isOwn }: RightsColumn) =>
  isOwn ? 'color-mix(in srgb, var(--tint) 45%, var(--mantine-color-body))' : undefined

function RightGroupRow({
  group,
  actions,
  columns,
  isOpen,
  onToggle,
}: GroupedRights & { columns: RightsColumn[]; isOpen: boolean; onToggle: () => void }) {
  return (
    <Table.Tr bg="var(--mantine-color-default-hover)" style={{ borderTop: '1px solid var(--line)' }}>
      <Table.Th scope="rowgroup" p={0}>
        <PermissionGroupHeading group={group} isOpen={isOpen} onToggle={onToggle} />
      </Table.Th>
      {columns.map(column => {
        const count = actions.filter(action => column.getScope(action) !== 'nobody').length
        return (
          <Table.Td key={column.key} ta="center" fz={13} bg={getOwnRoleColumnTint(column)}>
            <span aria-hidden>{text.countOf({ count, total: actions.length })}</span>
            <VisuallyHidden>{text.countOfLong({ count, total: actions.length })}</VisuallyHidden>
          </Table.Td>
        )
      })}
    </Table.Tr>
  )
}

/** Table of the role matrix: a row per right, a column per role or office. Printing includes collapsed groups. */
export function RolePermissionTable({
  caption,
  count,
  columns,
  rights,
  isOpen,
  onToggle,
}: {
  caption: string
  count?: string
  columns: RightsColumn[]
  rights: GroupedRights[]
  isOpen: (group: RightGroup) => boolean
  /** Expands or collapses a group of rights in the role matrix. Without this function, rights are not grouped. */
  onToggle?: (group: RightGroup) => void
}) {
  return (
    // Unlike `hidden`, `overflow: clip` creates no scroll container, so the table head sticks below the page header.
    <Box bd="1px solid var(--line)" bdrs={16} bg="var(--mantine-color-body)" style={{ overflow: 'clip' }}>
      <Table
        layout="fixed"
        horizontalSpacing={4}
        stickyHeader
        stickyHeaderOffset={60}
        className={styles.rights}
      >
        <Table.Caption className="visually-hidden">{caption}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w="34%">
              {text.rights}
              {count && (
                <Text fz={12} c="dimmed">
                  {count}
                </Text>
              )}
            </Table.Th>
            {columns.map(column => (
              <Table.Th
                key={column.key}
                ta="center"
                bg={getOwnRoleColumnTint(column)}
                style={{ verticalAlign: 'top' }}
              >
                <Box style={{ textWrap: 'balance' }}>{column.label}</Box>
                {column.note}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        {rights.map(({ group, actions }) => (
          <Table.Tbody key={group}>
            {onToggle && (
              <RightGroupRow
                group={group}
                actions={actions}
                columns={columns}
                isOpen={isOpen(group)}
                onToggle={() => onToggle(group)}
              />
            )}
            {actions.map(action => (
              <Table.Tr key={action} hidden={!isOpen(group)}>
                <Table.Th scope="row" fw={400}>
                  <PermissionNameWithFootnote action={action} />
                </Table.Th>
                {columns.map(column => (
                  <Table.Td key={column.key} ta="center" bg={getOwnRoleColumnTint(column)}>
                    <PermissionScopeLabel scope={column.getScope(action)} />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        ))}
      </Table>
    </Box>
  )
}
