import { NativeSelect, TextInput } from '@mantine/core'
import { userStatuses } from '#shared/constants.ts'
import { educationLevelLabels, roleLabels, userStatusLabels } from '#shared/labels.ts'
import { FilterButton } from '#web/ui/FilterButton.tsx'
import type { UserFilter } from './users.api.ts'
import { usersText as text } from './users.text.ts'

function choices(all: string, labels: Record<string, string>) {
  return [{ value: '', label: all }, ...Object.entries(labels).map(([value, label]) => ({ value, label }))]
}
const roleChoices = choices(text.allRoles, roleLabels)
const levelChoices = choices(text.allLevels, educationLevelLabels)
const statusChoices = [
  { value: '', label: text.allStatuses },
  ...userStatuses.map(value => ({ value, label: userStatusLabels[value] })),
]

/** `withStatus`: where people of every status are listed. */
export function FilterPanel({
  filter,
  withStatus,
  onChange,
}: {
  filter: UserFilter
  withStatus: boolean
  onChange: (change: UserFilter) => void
}) {
  const commit = (typed: string) => {
    const institution = typed.trim() || undefined
    if (institution !== filter.institution) onChange({ institution })
  }
  return (
    <FilterButton label={text.filter}>
      <NativeSelect
        label={text.role}
        data={roleChoices}
        value={filter.role ?? ''}
        onChange={event => onChange({ role: event.currentTarget.value || undefined })}
      />
      {withStatus && (
        <NativeSelect
          label={text.status}
          data={statusChoices}
          value={filter.status ?? ''}
          onChange={event => onChange({ status: event.currentTarget.value || undefined })}
        />
      )}
      <NativeSelect
        label={text.educationLevel}
        data={levelChoices}
        value={filter.educationLevel ?? ''}
        onChange={event => onChange({ educationLevel: event.currentTarget.value || undefined })}
      />
      <TextInput
        label={text.institution}
        defaultValue={filter.institution ?? ''}
        // When it is finished, not with every letter: Enter, or leaving the field.
        onBlur={event => commit(event.currentTarget.value)}
        onKeyDown={event => event.key === 'Enter' && commit(event.currentTarget.value)}
      />
      <TextInput
        type="date"
        label={text.from}
        value={filter.from ?? ''}
        onChange={event => onChange({ from: event.currentTarget.value || undefined })}
      />
      <TextInput
        type="date"
        label={text.to}
        value={filter.to ?? ''}
        onChange={event => onChange({ to: event.currentTarget.value || undefined })}
      />
    </FilterButton>
  )
}
