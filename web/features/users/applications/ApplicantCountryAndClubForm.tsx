import { Box, Button, Flex, NativeSelect } from '@mantine/core'
import type { Application } from '#shared/contracts/users/users.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { queueText as text } from '#texts/approval-queue.ts'
import { usersText } from '#texts/users.ts'
import { missingInputStyles } from '#web/features/users/missing-input-styles.ts'
import { useAssignUserToClub } from '#web/features/users/users.api.ts'
import { focusElementAfterDialogCloses } from '#web/lib/document/focus-element-after-dialog-closes.ts'
import { shortenClubName } from '#web/lib/format/club-name.ts'
import { useClubOptions } from '#web/lib/query/use-club-options.ts'
import { useCountriesOpenForRegistration } from '#web/lib/query/use-countries.ts'
import { CountrySelect } from '#web/ui/form/CountrySelect.tsx'
import styles from '#web/ui/layout/ReviewQueue.module.css'
import { findUnsavedCountryAndClub, type Placement } from './find-unsaved-country-and-club.ts'

export const placementFieldId = 'application-place'

/**
 * Shows an applicant's country and club. A changed value is saved when the form is submitted or the applicant is
 * approved.
 */
export function ApplicantCountryAndClubForm({
  application,
  approveId,
  chosen,
  onChoose,
}: {
  application: Application
  approveId: string
  chosen: Placement | undefined
  onChoose: (placement: Placement) => void
}) {
  const { id, currentCountry, clubId, clubName } = application
  const unsaved = findUnsavedCountryAndClub(chosen, application)
  const placement: Placement = unsaved ?? application
  const country = placement.currentCountry ?? ''
  const clubs = useClubOptions(country)
  const openCountries = useCountriesOpenForRegistration()
  const place = useAssignUserToClub(() => focusElementAfterDialogCloses(approveId))
  const options = (clubs.data ?? []).map(listedClub => ({
    value: String(listedClub.id),
    label: shortenClubName(listedClub.name),
  }))
  // The applicant's club is added as an option, because the list lacks it while loading and when it is inactive.
  const isListed = clubId === null || options.some(({ value }) => value === String(clubId))
  const presentClub =
    isListed || country !== currentCountry
      ? []
      : [{ value: String(clubId), label: shortenClubName(clubName ?? '') }]
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
        if (unsaved) place.mutate({ id, ...unsaved })
      }}
    >
      {currentCountry ? (
        <div>
          <Box fz="sm" fw={500} lh={1.55}>
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
          onChange={chosenCountry => onChoose({ currentCountry: chosenCountry ?? null, clubId: null })}
        />
      )}
      <NativeSelect
        id={currentCountry ? placementFieldId : undefined}
        size="sm"
        label={usersText.club}
        disabled={!country}
        styles={clubId === null && placement.clubId === null ? missingInputStyles : undefined}
        data={[{ value: '', label: clubId === null ? text.choose : text.noClub }, ...presentClub, ...options]}
        value={String(placement.clubId ?? '')}
        onChange={event => onChoose({ ...placement, clubId: Number(event.currentTarget.value) || null })}
      />
      {unsaved && (
        <Button type="submit" size="sm" variant="light" loading={place.isPending}>
          {text.set}
        </Button>
      )}
    </Flex>
  )
}
