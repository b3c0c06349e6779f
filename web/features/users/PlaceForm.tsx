import { Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { type Country, countries } from '#shared/constants.ts'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import type { PlacementBody, UserRow } from '#shared/contracts/users.ts'
import { reachOf } from '#shared/policies.ts'
import { useClubsOf } from '#web/lib/clubs-of.ts'
import { dialogText, usersText } from './users.text.ts'

const text = dialogText.place

type Place = Pick<UserRow, 'currentCountry' | 'clubId' | 'clubName'>
const nowhere: Place = { currentCountry: null, clubId: null, clubName: null }

/** To which country and club; only to where this person's own reach goes. */
export function PlaceForm({
  user,
  title,
  present = nowhere,
  clubError,
  isPending,
  onSave,
  onClose,
}: {
  user: CurrentUser
  title: string
  present?: Place
  clubError?: string
  isPending: boolean
  onSave: (place: PlacementBody) => void
  onClose: () => void
}) {
  const reach = reachOf(user)
  const own = reach.over === 'country' ? (reach.country as Country) : null
  const within = own ? [own] : countries
  const start = present.currentCountry ?? (present === nowhere ? own : null)
  const [country, setCountry] = useState<string>(start ?? '')
  const [clubId, setClubId] = useState(String(present.clubId ?? ''))
  const clubs = useClubsOf(country)
  const options = (clubs.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  // A club that takes nobody any more is still where this person is.
  const here = { value: String(present.clubId ?? ''), label: present.clubName ?? '' }
  const isMissing =
    present.clubId !== null &&
    country === present.currentCountry &&
    !options.some(({ value }) => value === here.value)
  return (
    <Modal opened onClose={onClose} title={title}>
      <Stack>
        <Text size="sm" c="dimmed">
          {text.help}
        </Text>
        <NativeSelect
          label={usersText.country}
          // Nobody is put anywhere unless somebody says where.
          data={[...(start ? [] : [{ value: '', label: text.choose }]), ...within]}
          value={country}
          onChange={event => {
            setCountry(event.currentTarget.value)
            setClubId('')
          }}
        />
        <NativeSelect
          label={usersText.club}
          data={[{ value: '', label: text.noClub }, ...(isMissing ? [here] : []), ...options]}
          value={clubId}
          error={clubError}
          onChange={event => setClubId(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {dialogText.cancel}
          </Button>
          <Button
            loading={isPending}
            disabled={country === ''}
            onClick={() => onSave({ currentCountry: country as Country, clubId: Number(clubId) || null })}
          >
            {text.save}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
