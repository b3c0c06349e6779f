import { Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { type Country, countries } from '#shared/constants.ts'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import type { UserRow } from '#shared/contracts/users.ts'
import { reachOf } from '#shared/policies.ts'
import { ApiError } from '#web/lib/api.ts'
import { useClubsOf } from '#web/lib/clubs-of.ts'
import { usePlaceUser } from './users.api.ts'
import { dialogText, usersText } from './users.text.ts'

const text = dialogText.place

/** To another country or club; only to where this person's own reach goes. */
export function PlaceDialog({
  user,
  person,
  onClose,
}: {
  user: CurrentUser
  person: UserRow
  onClose: () => void
}) {
  const reach = reachOf(user)
  const within = reach.over === 'country' ? countries.filter(name => name === reach.country) : countries
  const [country, setCountry] = useState<string>(person.currentCountry ?? '')
  const [clubId, setClubId] = useState(String(person.clubId ?? ''))
  const clubs = useClubsOf(country)
  const options = (clubs.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  // A club that takes nobody any more is still where this person is.
  const present = { value: String(person.clubId ?? ''), label: person.clubName ?? '' }
  const isMissing =
    person.clubId !== null &&
    country === person.currentCountry &&
    !options.some(({ value }) => value === present.value)
  const place = usePlaceUser()
  return (
    <Modal opened onClose={onClose} title={`${text.title}: ${person.fullName}`}>
      <Stack>
        <Text size="sm" c="dimmed">
          {text.help}
        </Text>
        <NativeSelect
          label={usersText.country}
          // Nobody is put anywhere unless somebody says where.
          data={[...(person.currentCountry ? [] : [{ value: '', label: text.choose }]), ...within]}
          value={country}
          onChange={event => {
            setCountry(event.currentTarget.value)
            setClubId('')
          }}
        />
        <NativeSelect
          label={usersText.club}
          data={[{ value: '', label: text.noClub }, ...(isMissing ? [present] : []), ...options]}
          value={clubId}
          error={place.error instanceof ApiError ? place.error.fields.clubId : undefined}
          onChange={event => setClubId(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {dialogText.cancel}
          </Button>
          <Button
            loading={place.isPending}
            disabled={country === ''}
            onClick={() =>
              place.mutate(
                { id: person.id, currentCountry: country as Country, clubId: Number(clubId) || null },
                { onSuccess: onClose },
              )
            }
          >
            {text.save}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
