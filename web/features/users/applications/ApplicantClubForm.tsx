import { Box, Button, Flex, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { Application } from '#shared/contracts/users/users.schemas.ts'
import type { Country } from '#shared/countries/countries.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { queueText as text } from '#texts/approval-queue.ts'
import { usersText } from '#texts/users.ts'
import { missingInputStyles } from '#web/features/users/missing-input-styles.ts'
import { useAssignUserToClub } from '#web/features/users/users.api.ts'
import { focusElementAfterDialogCloses } from '#web/lib/document/focus-element-after-dialog-closes.ts'
import { useClubOptions } from '#web/lib/query/use-club-options.ts'
import { useCountriesOpenForRegistration } from '#web/lib/query/use-countries.ts'
import { CountrySelect } from '#web/ui/form/CountrySelect.tsx'
import styles from '#web/ui/layout/ReviewQueue.module.css'

export const placementFieldId = 'application-place'

/** Shows an applicant's country and club, and saves a changed value only when the form is submitted. */
export function ApplicantClubForm({
  application,
  approveId,
}: {
  application: Application
  approveId: string
}) {
  const { id, currentCountry, clubId, clubName } = application
  const [country, setCountry] = useState<string>(currentCountry ?? '')
  const [club, setClub] = useState(String(clubId ?? ''))
  const clubs = useClubOptions(country)
  const openCountries = useCountriesOpenForRegistration()
  const place = useAssignUserToClub(() => focusElementAfterDialogCloses(approveId))
  const options = (clubs.data ?? []).map(listedClub => ({
    value: String(listedClub.id),
    label: listedClub.name,
  }))
  // The applicant's present club is missing from the club list while the list loads, and when the club is inactive.
  const isListed = clubId === null || options.some(({ value }) => value === String(clubId))
  const presentClub =
    isListed || country !== currentCountry ? [] : [{ value: String(clubId), label: clubName ?? '' }]
  const isChanged = country !== (currentCountry ?? '') || club !== String(clubId ?? '')
  const save = () => place.mutate({ id, currentCountry: country as Country, clubId: Number(club) || null })
  return (
    <Flex
      component="form"
      wrap="wrap"
      gap={12}
      align="flex-end"
      pt={12}
      style={{ borderTop: '1px solid var(--line)' }}
      className={styles.place}
      onSubmit={event => {
        event.preventDefault()
        if (isChanged && country) save()
      }}
    >
      {currentCountry ? (
        <div>
          <Box fz={13} c="dimmed">
            {usersText.country}
          </Box>
          <Box lh="36px" fw={600}>
            {getCountryName(currentCountry)}
          </Box>
        </div>
      ) : (
        <CountrySelect
          id={placementFieldId}
          size="sm"
          label={usersText.country}
          styles={missingInputStyles}
          countries={openCountries}
          emptyLabel={text.chooseCountry}
          value={country}
          onChange={chosen => {
            setCountry(chosen ?? '')
            setClub('')
          }}
        />
      )}
      <NativeSelect
        id={currentCountry ? placementFieldId : undefined}
        size="sm"
        label={usersText.club}
        disabled={!country}
        styles={clubId === null && club === '' ? missingInputStyles : undefined}
        data={[{ value: '', label: clubId === null ? text.choose : text.noClub }, ...presentClub, ...options]}
        value={club}
        onChange={event => setClub(event.currentTarget.value)}
      />
      {isChanged && (
        <Button type="submit" size="sm" variant="light" disabled={!country} loading={place.isPending}>
          {text.set}
        </Button>
      )}
    </Flex>
  )
}
