import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/PillsInput.css'
import { MultiSelect, NativeSelect, Text } from '@mantine/core'
import { countries, educationLevels, roles } from '#shared/constants.ts'
import type { Audience } from '#shared/contracts/announcements.ts'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import { educationLevelLabels, roleLabels } from '#shared/labels.ts'
import { reachOf } from '#shared/policies.ts'
import { useActiveClubs } from '#web/lib/clubs-of.ts'
import styles from './Announcements.module.css'
import { useActivityChoices, useReach } from './announcements.api.ts'
import { composeText as text } from './announcements.text.ts'

const thisYear = new Date().getFullYear()
const years = Array.from({ length: 12 }, (_, n) => String(thisYear + 1 - n))

/** How many that would be, from the server; said aloud when it changes. */
export function ReachCount({ audience }: { audience: Audience }) {
  const { data, isError } = useReach(audience)
  return (
    <div className={styles.count} role="status">
      {isError ? text.countFailed : data ? text.reaches(data.count) : text.counting}
    </div>
  )
}

/** Empty lists are not sent: they mean everybody. */
const given = <T,>(list: T[]): T[] | undefined => (list.length > 0 ? list : undefined)

function Places({
  user,
  audience,
  onChange,
}: {
  user: CurrentUser
  audience: Audience
  onChange: (change: Audience) => void
}) {
  const reach = reachOf(user)
  const clubs = useActiveClubs(reach.over === 'country' ? reach.country : undefined, {
    isWanted: reach.over === 'all' || reach.over === 'country',
  })
  if (reach.over !== 'all' && reach.over !== 'country') return null
  const chosen = audience.countries ?? []
  const choices = (clubs.data ?? []).filter(
    ({ country }) => chosen.length === 0 || chosen.includes(country as (typeof chosen)[number]),
  )
  return (
    <>
      {reach.over === 'all' && (
        <MultiSelect
          label={text.countries}
          placeholder={chosen.length > 0 ? undefined : text.anyone}
          data={[...countries]}
          value={chosen}
          searchable
          clearable
          onChange={list => onChange({ countries: given(list as typeof chosen), clubIds: undefined })}
        />
      )}
      <MultiSelect
        label={text.clubs}
        placeholder={audience.clubIds?.length ? undefined : text.anyone}
        data={choices.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={(audience.clubIds ?? []).map(String)}
        searchable
        clearable
        limit={60}
        onChange={list => onChange({ clubIds: given(list.map(Number)) })}
      />
    </>
  )
}

/** All within one's reach, or a part of them; several choices narrow it down together. */
export function AudienceFields({
  user,
  audience,
  activity,
  onChange,
}: {
  user: CurrentUser
  audience: Audience
  /** The one that is chosen, which may be over by now. */
  activity: { id: number; title: string } | null
  onChange: (audience: Audience) => void
}) {
  const change = (part: Audience) => onChange({ ...audience, ...part })
  const activities = useActivityChoices(activity)
  const { over } = reachOf(user)
  return (
    <fieldset className={styles.group}>
      <legend>{text.audience}</legend>
      <Text size="sm" c="dimmed">
        {text.everybody[over === 'country' || over === 'club' ? over : 'all']}
      </Text>
      <div className={styles.pair}>
        <Places user={user} audience={audience} onChange={change} />
        <MultiSelect
          label={text.roles}
          placeholder={audience.roles?.length ? undefined : text.anyone}
          data={roles.map(role => ({ value: role, label: roleLabels[role] }))}
          value={audience.roles ?? []}
          clearable
          onChange={list => change({ roles: given(list as NonNullable<Audience['roles']>) })}
        />
        <MultiSelect
          label={text.levels}
          placeholder={audience.educationLevels?.length ? undefined : text.anyone}
          data={educationLevels.map(level => ({ value: level, label: educationLevelLabels[level] }))}
          value={audience.educationLevels ?? []}
          clearable
          onChange={list =>
            change({ educationLevels: given(list as NonNullable<Audience['educationLevels']>) })
          }
        />
        <MultiSelect
          label={text.years}
          placeholder={audience.startYears?.length ? undefined : text.anyone}
          data={years}
          value={(audience.startYears ?? []).map(String)}
          clearable
          onChange={list => change({ startYears: given(list.map(Number)) })}
        />
        <NativeSelect
          label={text.participants}
          data={[{ value: '', label: text.anyone }, ...activities]}
          value={String(audience.activityId ?? '')}
          onChange={event => change({ activityId: Number(event.currentTarget.value) || undefined })}
        />
      </div>
      <ReachCount audience={audience} />
    </fieldset>
  )
}
