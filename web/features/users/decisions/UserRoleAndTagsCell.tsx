import { Box, Text, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { Role } from '#shared/constants.ts'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { UserRow } from '#shared/contracts/users/users.schemas.ts'
import { can, listAssignableRoles } from '#shared/policies.ts'
import { roleLabels } from '#texts/labels.ts'
import { usersText as text } from '#texts/users.ts'
import { RoleBadge } from '#web/features/users/PersonNameAndEmail.tsx'
import { useChangeUserRole } from '#web/features/users/users.api.ts'
import { LazyMenu } from '#web/ui/overlay/LazyMenu.tsx'

/** Badge with a user's role. For those who may change the role, the badge is a menu of assignable roles. */
function RoleBadgeOrMenu({ user, person }: { user: CurrentUser; person: UserRow }) {
  const change = useChangeUserRole()
  if (!can(user, 'users.changeRole', { user: person })) return <RoleBadge role={person.role} />
  return (
    <LazyMenu
      position="bottom-start"
      button={
        <UnstyledButton
          display="inline-flex"
          style={{ verticalAlign: 'middle' }}
          disabled={change.isPending}
          aria-label={text.roleOf({ role: roleLabels[person.role], name: person.fullName })}
        >
          <RoleBadge role={person.role} icon={<IconChevronDown size={14} aria-hidden />} />
        </UnstyledButton>
      }
    >
      {Menu => (
        <Menu.RadioGroup
          value={person.role}
          onChange={role => role !== person.role && change.mutate({ id: person.id, role: role as Role })}
        >
          {listAssignableRoles(user).map(role => (
            <Menu.RadioItem key={role} value={role} closeMenuOnClick>
              {roleLabels[role]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      )}
    </LazyMenu>
  )
}

/** Role of a user in a table, with the menu of assignable roles. The names of the user's tags are below the role. */
export function UserRoleAndTagsCell({
  user,
  person,
  tags,
}: {
  user: CurrentUser
  person: UserRow
  tags: string[]
}) {
  return (
    <Box component="span" display="block" miw={0}>
      <RoleBadgeOrMenu user={user} person={person} />
      {tags.length > 0 && (
        <Text span truncate display="block" mt={3} fz={12} lh={1.3} c="dimmed" title={tags.join(', ')}>
          {tags.join(' · ')}
        </Text>
      )}
    </Box>
  )
}
