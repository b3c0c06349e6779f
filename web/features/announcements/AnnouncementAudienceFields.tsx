import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/PillsInput.css'
import { Box, MultiSelect, NativeSelect, type OptionsFilter, Text } from '@mantine/core'
import { educationLevels, roles } from '#shared/constants.ts'
import type { Audience } from '#shared/contracts/announcements/announcements.schemas.ts'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { sortCountries } from '#shared/countries/sort-countries.ts'
import { can, getPermissionScopeOfActor } from '#shared/policies.ts'
import { composeText as text } from '#texts/announcements.ts'
import { educationLevelLabels, roleLabels } from '#texts/labels.ts'
import { doesCountryNameMatch } from '#web/lib/form/match-country.ts'
import { useActiveClubs } from '#web/lib/query/use-club-options.ts'
import { useCountriesForFilters } from '#web/lib/query/use-countries.ts'
import { useSegments } from '#web/lib/query/use-segments.ts'
import { Columns } from '#web/ui/layout/Columns.tsx'
import styles from './Announcements.module.css'
import { useAnnouncementRecipientCount, useUpcomingActivityOptions } from './announcements.api.ts'

const thisYear = new Date().getFullYear()
const years = Array.from({ length: 12 }, (_, n) => String(thisYear + 1 - n))

/** Number of recipients of the announcement, counted by the server. Screen readers announce its changes. */
export function AnnouncementRecipientCount({ audience }: { audience: Audience }) {
  const { data, isError } = useAnnouncementRecipientCount(audience)
  return (
    <Box py={10} px={14} fw={600} c="var(--tint-text)" bg="var(--tint)" bdrs={10} role="status">
      {isError ? text.countFailed : data ? text.reaches({ count: data.count }) : text.counting}
    </Box>
  )
}

/** Returns undefined for an empty list, so that an announcement without filter goes to everybody. */
const omitEmptyAudienceFields = <T,>(list: T[]): T[] | undefined => (list.length > 0 ? list : undefined)

const filterAudienceCountries: OptionsFilter = ({ options, search }) =>
  options.filter(option => 'value' in option && doesCountryNameMatch(option.value, search))

function AudienceLocationFields({
  user,
  audience,
  onChange,
}: {
  user: CurrentUser
  audience: Audience
  onChange: (changes: Audience) => void
}) {
  const scope = getPermissionScopeOfActor(user)
  const clubs = useActiveClubs(scope.over === 'country' ? scope.country : undefined, {
    isWanted: scope.over === 'all' || scope.over === 'country',
  })
  const listedCountries = useCountriesForFilters()
  if (scope.over !== 'all' && scope.over !== 'country') return null
  const selectedCountries = audience.countries ?? []
  const countries = sortCountries([...listedCountries, ...selectedCountries])
  const clubOptions = (clubs.data ?? []).filter(
    ({ country }) =>
      selectedCountries.length === 0 ||
      selectedCountries.includes(country as (typeof selectedCountries)[number]),
  )
  return (
    <>
      {scope.over === 'all' && (
        <MultiSelect
          label={text.countries}
          placeholder={selectedCountries.length > 0 ? undefined : text.anyone}
          data={countries.map(country => ({ value: country as string, label: getCountryName(country) }))}
          filter={filterAudienceCountries}
          value={selectedCountries}
          searchable
          clearable
          onChange={list =>
            onChange({
              countries: omitEmptyAudienceFields(list as typeof selectedCountries),
              clubIds: undefined,
            })
          }
        />
      )}
      <MultiSelect
        label={text.clubs}
        placeholder={audience.clubIds?.length ? undefined : text.anyone}
        data={clubOptions.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={(audience.clubIds ?? []).map(String)}
        searchable
        clearable
        limit={60}
        onChange={list => onChange({ clubIds: omitEmptyAudienceFields(list.map(Number)) })}
      />
    </>
  )
}

/** Select of segments (sets of members by conditions). A segment's members are determined at the time of sending. */
function AudienceSegmentField({
  user,
  audience,
  onChange,
}: {
  user: CurrentUser
  audience: Audience
  onChange: (changes: Audience) => void
}) {
  const segments = useSegments(can(user, 'segments.use'))
  if (!segments.data?.length) return null
  return (
    <NativeSelect
      label={text.segment}
      data={[
        { value: '', label: text.anyone },
        ...segments.data.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      value={String(audience.segmentId ?? '')}
      onChange={event => onChange({ segmentId: Number(event.currentTarget.value) || undefined })}
    />
  )
}

/** Fields that choose the recipients of an announcement. Each filter narrows them within the user's scope. */
export function AnnouncementAudienceFields({
  user,
  audience,
  activity,
  onChange,
}: {
  user: CurrentUser
  audience: Audience
  /** Activity whose participants receive the announcement. The activity may already have ended. */
  activity: { id: number; title: string } | null
  onChange: (audience: Audience) => void
}) {
  const updateAudience = (changes: Audience) => onChange({ ...audience, ...changes })
  const activities = useUpcomingActivityOptions(activity)
  const { over } = getPermissionScopeOfActor(user)
  return (
    <fieldset className={styles.group}>
      <legend>{text.audience}</legend>
      <Text size="sm" c="dimmed">
        {text.everybody[over === 'country' || over === 'club' ? over : 'all']}
      </Text>
      <Columns template={{ sm: 'minmax(0, 1fr) minmax(0, 1fr)' }} gap={12} align="start">
        <AudienceLocationFields user={user} audience={audience} onChange={updateAudience} />
        <MultiSelect
          label={text.roles}
          placeholder={audience.roles?.length ? undefined : text.anyone}
          data={roles.map(role => ({ value: role, label: roleLabels[role] }))}
          value={audience.roles ?? []}
          clearable
          onChange={list =>
            updateAudience({ roles: omitEmptyAudienceFields(list as NonNullable<Audience['roles']>) })
          }
        />
        <MultiSelect
          label={text.levels}
          placeholder={audience.educationLevels?.length ? undefined : text.anyone}
          data={educationLevels.map(level => ({ value: level, label: educationLevelLabels[level] }))}
          value={audience.educationLevels ?? []}
          clearable
          onChange={list =>
            updateAudience({
              educationLevels: omitEmptyAudienceFields(list as NonNullable<Audience['educationLevels']>),
            })
          }
        />
        <MultiSelect
          label={text.years}
          placeholder={audience.startYears?.length ? undefined : text.anyone}
          data={years}
          value={(audience.startYears ?? []).map(String)}
          clearable
          onChange={list => updateAudience({ startYears: omitEmptyAudienceFields(list.map(Number)) })}
        />
        <NativeSelect
          label={text.participants}
          data={[{ value: '', label: text.anyone }, ...activities]}
          value={String(audience.activityId ?? '')}
          onChange={event => updateAudience({ activityId: Number(event.currentTarget.value) || undefined })}
        />
        <AudienceSegmentField user={user} audience={audience} onChange={updateAudience} />
      </Columns>
      <AnnouncementRecipientCount audience={audience} />
    </fieldset>
  )
}
