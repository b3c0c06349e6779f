import { Group, Text } from '@mantine/core'
import { type ReactNode, useCallback } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { CustomField } from '#shared/contracts/custom-fields/custom-fields.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { can } from '#shared/policies.ts'
import { educationLevelLabels, roleLabels, userStatusLabels } from '#texts/labels.ts'
import { segmentText } from '#texts/segments.ts'
import { tagText } from '#texts/tags.ts'
import { usersText as text } from '#texts/users.ts'
import { useTagName } from '#web/features/users/tags/tags.api.ts'
import styles from '#web/features/users/Users.module.css'
import { buildUserExportUrl, useClubName } from '#web/features/users/users.api.ts'
import type { UserFilter } from '#web/features/users/users.search.ts'
import { useIsNarrow } from '#web/lib/device/use-is-narrow.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { formatCalendarDate } from '#web/lib/format/format.ts'
import { useSegments } from '#web/lib/query/use-segments.ts'
import { SearchField } from '#web/ui/form/SearchField.tsx'
import { ExportMenu } from '#web/ui/list/ExportMenu.tsx'
import { FilterChips } from '#web/ui/list/FilterChips.tsx'
import { CountryAndClubFilters } from './CountryAndClubFilters.tsx'
import { listUserFilterChipsForCustomFields } from './field-conditions.ts'
import { RoleFilter } from './RoleFilter.tsx'
import { UserFilterPanel } from './UserFilterPanel.tsx'

interface Props {
  user: CurrentUser
  filter: UserFilter
  /** Custom fields by which a user list can be filtered. */
  fields: CustomField[]
  /** Filters beside the search field: country and club for members, role for users. A pop-up has the other filters. */
  of: 'members' | 'users'
  /** Number of users who match the filter, formatted for display. */
  found?: string
  /** Filter of the exported users: `filter` and the fixed conditions of the user list, such as a status. */
  exported?: UserFilter
  /** Sort control of the user list, shown in the filter pop-up on phones. */
  order?: ReactNode
  /** Additional controls of the user list, such as the menus for columns and saved views. */
  children?: ReactNode
  onChange: (change: UserFilter) => void
  onClear: () => void
}

/** Returns the active filters of the user list, each with name, label and displayed value. */
function listActiveFilters(
  filter: UserFilter,
  clubName: string | undefined,
  tagName: string | undefined,
  segmentName: string | undefined,
): [keyof UserFilter, string, string][] {
  const labelled: [keyof UserFilter, string, string | undefined][] = [
    ['country', text.country, filter.country && getCountryName(filter.country)],
    ['clubId', text.club, clubName],
    ['role', text.role, roleLabels[filter.role as keyof typeof roleLabels]],
    ['status', text.status, userStatusLabels[filter.status as keyof typeof userStatusLabels]],
    [
      'educationLevel',
      text.educationLevel,
      educationLevelLabels[filter.educationLevel as keyof typeof educationLevelLabels],
    ],
    ['institution', text.institution, filter.institution],
    ['tagId', tagText.tag, tagName],
    ['segmentId', segmentText.segment, segmentName],
    ['from', text.from, formatCalendarDate(filter.from)],
    ['to', text.to, formatCalendarDate(filter.to)],
  ]
  return labelled.flatMap(([name, label, value]) => (value ? [[name, label, value]] : []))
}

export function UserFilters({
  user,
  filter,
  fields,
  of,
  found,
  exported = filter,
  order,
  children,
  onChange,
  onClear,
}: Props) {
  const isPhone = useIsPhone()
  const isNarrow = useIsNarrow()
  const clubName = useClubName(filter.clubId)
  const tagName = useTagName(filter.tagId)
  const segments = useSegments(filter.segmentId !== undefined)
  const segmentName = segments.data?.find(({ id }) => id === filter.segmentId)?.name
  const chips = listActiveFilters(filter, clubName, tagName, segmentName).map(([name, label, value]) => ({
    label,
    value,
    onRemove: () => onChange({ [name]: undefined, ...(name === 'country' && { clubId: undefined }) }),
  }))
  const conditionChips = listUserFilterChipsForCustomFields(filter.where, fields, where =>
    onChange({ where }),
  )
  const search = useCallback((value: string) => onChange({ search: value || undefined }), [onChange])
  const exportMenu = can(user, 'users.export') && (
    <ExportMenu
      urlFor={format => buildUserExportUrl(exported, format)}
      isFiltered={Boolean(filter.search) || chips.length + conditionChips.length > 0}
      hasPeople
      hasIconOnly={isPhone}
    />
  )
  const filterPanel = (
    <UserFilterPanel
      user={user}
      filter={filter}
      fields={fields}
      of={of}
      active={chips.length + conditionChips.length}
      found={found}
      order={order}
      onChange={onChange}
      onClear={onClear}
    />
  )
  const chipRow = <FilterChips chips={[...chips, ...conditionChips]} />
  return (
    <>
      <Group gap={isPhone ? 8 : 12} mb={12} wrap={isPhone ? 'nowrap' : 'wrap'}>
        <SearchField
          label={text.search}
          placeholder={isPhone || of === 'members' ? text.searchBriefly[of] : text.search}
          flex={isPhone ? '1' : '1 1 180px'}
          value={filter.search ?? ''}
          onChange={search}
        />
        {!isPhone && of === 'users' && (
          <RoleFilter filter={filter} onChange={onChange} className={styles.choice} aria-label={text.role} />
        )}
        {!isPhone && of === 'members' && (
          <CountryAndClubFilters user={user} filter={filter} onChange={onChange} className={styles.choice} />
        )}
        {(isPhone || !isNarrow) && filterPanel}
        {!isNarrow && exportMenu}
      </Group>
      {isPhone && chipRow}
      <Group gap={8} mih={36} mb={12} wrap={isPhone ? 'nowrap' : 'wrap'}>
        {!isPhone && chipRow}
        {/* The space for the number of users is reserved, so that the row does not wrap when the number arrives. */}
        <Text size="sm" c="dimmed" miw={104} role="status">
          {found && text.found({ total: found })}
        </Text>
        <Group gap={8} wrap="nowrap" ml="auto">
          {isNarrow && !isPhone && filterPanel}
          {isNarrow && exportMenu}
          {children}
        </Group>
      </Group>
    </>
  )
}
