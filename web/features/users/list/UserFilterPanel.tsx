import { Group, NativeSelect, TextInput } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import { educationLevels, userStatuses } from '#shared/constants.ts'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { CustomField } from '#shared/contracts/custom-fields/custom-fields.schemas.ts'
import { can } from '#shared/policies.ts'
import { educationLevelLabels, userStatusLabels } from '#texts/labels.ts'
import { usersText as text } from '#texts/users.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { findAllowedValue } from '#web/lib/form/search-parameters.ts'
import { lazyLoadComponentAndTexts } from '#web/lib/language/lazy-parts.ts'
import { LazyDayInput } from '#web/ui/form/LazyDayInput.tsx'
import { FilterButton } from '#web/ui/list/FilterButton.tsx'
import { CountryAndClubFilters } from './CountryAndClubFilters.tsx'
import { CustomFieldConditionForm } from './CustomFieldConditionForm.tsx'
import { RoleFilter, type UserFilterProps } from './RoleFilter.tsx'

const SegmentFilter = lazyLoadComponentAndTexts(
  async () => (await import('./SegmentFilter.tsx')).SegmentFilter,
)
const TagFilter = lazyLoadComponentAndTexts(
  async () => (await import('#web/features/users/tags/TagFilter.tsx')).TagFilter,
)

const listEducationLevelChoices = () => [
  { value: '', label: text.allLevels },
  ...educationLevels.map(value => ({ value, label: educationLevelLabels[value] })),
]
const listUserStatusChoices = () => [
  { value: '', label: text.allStatuses },
  ...userStatuses.map(value => ({ value, label: userStatusLabels[value] })),
]

/** Pop-up with the user list's filters that do not fit beside the search field. Phones show all filters in it. */
export function UserFilterPanel({
  user,
  filter,
  fields,
  of,
  active,
  found,
  order,
  onChange,
  onClear,
}: UserFilterProps & {
  user: CurrentUser
  fields: CustomField[]
  of: 'members' | 'users'
  active: number
  found?: string
  /** Sort control for phones, where the user list has no table header to click. */
  order?: ReactNode
  onClear: () => void
}) {
  const isPhone = useIsPhone()
  const applyInstitutionFilter = (typed: string) => {
    const institution = typed.trim() || undefined
    if (institution !== filter.institution) onChange({ institution })
  }
  return (
    <FilterButton active={active} found={found} onClear={onClear}>
      {isPhone && order}
      {(isPhone || of === 'members') && <RoleFilter filter={filter} onChange={onChange} label={text.role} />}
      {of === 'users' && (
        <NativeSelect
          label={text.status}
          data={listUserStatusChoices()}
          value={filter.status ?? ''}
          onChange={event => onChange({ status: findAllowedValue(userStatuses, event.currentTarget.value) })}
        />
      )}
      {(isPhone || of === 'users') && (
        <CountryAndClubFilters user={user} filter={filter} onChange={onChange} withLabels />
      )}
      <NativeSelect
        label={text.educationLevel}
        data={listEducationLevelChoices()}
        value={filter.educationLevel ?? ''}
        onChange={event =>
          onChange({
            educationLevel: findAllowedValue(educationLevels, event.currentTarget.value),
          })
        }
      />
      <TextInput
        label={text.institution}
        // When the filter is cleared elsewhere, a new React key remounts the institution field with an empty value.
        key={filter.institution}
        defaultValue={filter.institution ?? ''}
        // The filter by institution applies on Enter or blur, not on every keystroke.
        onBlur={event => applyInstitutionFilter(event.currentTarget.value)}
        onKeyDown={event => event.key === 'Enter' && applyInstitutionFilter(event.currentTarget.value)}
      />
      {can(user, 'segments.use') && (
        <Suspense>
          <SegmentFilter filter={filter} onChange={onChange} />
        </Suspense>
      )}
      {can(user, 'users.tag') && (
        <Suspense>
          <TagFilter filter={filter} onChange={onChange} />
        </Suspense>
      )}
      <Group grow gap="sm">
        <LazyDayInput
          label={text.from}
          day={filter.from ?? ''}
          isWithin={!isPhone}
          onChange={day => onChange({ from: day || undefined })}
        />
        <LazyDayInput
          label={text.to}
          day={filter.to ?? ''}
          isWithin={!isPhone}
          onChange={day => onChange({ to: day || undefined })}
        />
      </Group>
      <CustomFieldConditionForm
        fields={fields}
        where={filter.where}
        isWithin={!isPhone}
        onChange={where => onChange({ where })}
      />
    </FilterButton>
  )
}
