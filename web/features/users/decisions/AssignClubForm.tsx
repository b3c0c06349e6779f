import { Button, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { PlacementBody, UserRow } from '#shared/contracts/users/users.schemas.ts'
import type { Country } from '#shared/countries/countries.ts'
import { getPermissionScopeOfActor } from '#shared/policies.ts'
import { dialogText, usersText } from '#texts/users.ts'
import { useClubOptions } from '#web/lib/query/use-club-options.ts'
import { useCountriesOpenForRegistration } from '#web/lib/query/use-countries.ts'
import { CountrySelect } from '#web/ui/form/CountrySelect.tsx'
import { FormDialog } from '#web/ui/form/FormDialog.tsx'

type PlacementValues = Pick<UserRow, 'currentCountry' | 'clubId' | 'clubName'>
const noPlacement: PlacementValues = { currentCountry: null, clubId: null, clubName: null }

/** Form that moves users to a country and club. It offers only countries for which the current user is responsible. */
export function AssignClubForm({
  user,
  title,
  present = noPlacement,
  clubError,
  isPending,
  onSave,
  onClose,
}: {
  user: CurrentUser
  title: string
  present?: PlacementValues
  clubError?: string
  isPending: boolean
  onSave: (place: PlacementBody) => void
  onClose: () => void
}) {
  const text = dialogText.place
  const scope = getPermissionScopeOfActor(user)
  const ownCountry = scope.over === 'country' ? (scope.country as Country) : null
  const openCountries = useCountriesOpenForRegistration(present.currentCountry)
  const countryChoices = ownCountry ? [ownCountry] : openCountries
  const initialCountry = present.currentCountry ?? (present === noPlacement ? ownCountry : null)
  const [country, setCountry] = useState<string>(initialCountry ?? '')
  const [clubId, setClubId] = useState(String(present.clubId ?? ''))
  const clubs = useClubOptions(country)
  const options = (clubs.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  // An inactive club is missing from the club list, so the user's present club is added as an option.
  const presentClub = { value: String(present.clubId ?? ''), label: present.clubName ?? '' }
  const isPresentClubMissing =
    present.clubId !== null &&
    country === present.currentCountry &&
    !options.some(({ value }) => value === presentClub.value)
  return (
    <FormDialog
      title={title}
      isShort
      footer={
        <>
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
        </>
      }
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {text.help}
      </Text>
      <CountrySelect
        label={usersText.country}
        countries={countryChoices}
        // If the moved user has no country, no country is preselected, so that nobody is moved by accident.
        emptyLabel={initialCountry ? undefined : text.choose}
        value={country}
        onChange={chosen => {
          setCountry(chosen ?? '')
          setClubId('')
        }}
      />
      <NativeSelect
        label={usersText.club}
        data={[{ value: '', label: text.noClub }, ...(isPresentClubMissing ? [presentClub] : []), ...options]}
        value={clubId}
        error={clubError}
        onChange={event => setClubId(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
