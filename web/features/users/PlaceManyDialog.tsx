import { Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { type Country, countries } from '#shared/constants.ts'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import type { Outcome } from '#shared/contracts/users.ts'
import { reachOf } from '#shared/policies.ts'
import { useClubsOf } from '#web/lib/clubs-of.ts'
import { usePlaceMany } from './users.api.ts'
import { dialogText, usersText } from './users.text.ts'

const text = dialogText.place

/** Several to one country and club, as far as one's own reach goes. */
export function PlaceManyDialog({
  user,
  ids,
  onClose,
  onDone,
}: {
  user: CurrentUser
  ids: number[]
  onClose: () => void
  onDone: (outcomes: Outcome[]) => void
}) {
  const reach = reachOf(user)
  const within = reach.over === 'country' ? countries.filter(name => name === reach.country) : countries
  const [country, setCountry] = useState(reach.over === 'country' ? reach.country : '')
  const [clubId, setClubId] = useState('')
  const clubs = useClubsOf(country)
  const place = usePlaceMany()
  return (
    <Modal opened onClose={onClose} title={text.titleMany(ids.length)}>
      <Stack>
        <Text size="sm" c="dimmed">
          {text.help}
        </Text>
        <NativeSelect
          label={usersText.country}
          data={[...(reach.over === 'country' ? [] : [{ value: '', label: text.choose }]), ...within]}
          value={country}
          onChange={event => {
            setCountry(event.currentTarget.value)
            setClubId('')
          }}
        />
        <NativeSelect
          label={usersText.club}
          data={[
            { value: '', label: text.noClub },
            ...(clubs.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          value={clubId}
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
                { ids, currentCountry: country as Country, clubId: Number(clubId) || null },
                { onSuccess: onDone },
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
