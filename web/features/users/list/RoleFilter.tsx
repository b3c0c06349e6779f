import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { roles } from '#shared/constants.ts'
import { roleLabels } from '#texts/labels.ts'
import { usersText as text } from '#texts/users.ts'
import type { UserFilter } from '#web/features/users/users.search.ts'
import { findAllowedValue } from '#web/lib/form/search-parameters.ts'

export interface UserFilterProps {
  filter: UserFilter
  onChange: (change: UserFilter) => void
}

const listRoleChoices = () => [
  { value: '', label: text.allRoles },
  ...roles.map(value => ({ value, label: roleLabels[value] })),
]

export function RoleFilter({
  filter,
  onChange,
  ...props
}: UserFilterProps & Omit<NativeSelectProps, 'onChange'>) {
  return (
    <NativeSelect
      {...props}
      data={listRoleChoices()}
      value={filter.role ?? ''}
      onChange={event => onChange({ role: findAllowedValue(roles, event.currentTarget.value) })}
    />
  )
}
