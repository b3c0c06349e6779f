import { Box } from '@mantine/core'
import type { UserRow } from '#shared/contracts/users/users.schemas.ts'
import type { Country } from '#shared/countries/countries.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import styles from '#web/features/users/Users.module.css'
import { useAssignUserToClub } from '#web/features/users/users.api.ts'
import { focusElementAfterDialogCloses } from '#web/lib/document/focus-element-after-dialog-closes.ts'
import { formatDate } from '#web/lib/format/format.ts'
import { ApplicantCountrySelect } from './ApplicantCountrySelect.tsx'
import { buildApproveButtonId } from './PendingApplicantActions.tsx'

/** Table cell with an application's country and date. If the country is missing, a select sets it. */
export function ApplicationCountryAndDateCell({
  person: { id, fullName, currentCountry, createdAt },
}: {
  person: UserRow
}) {
  const place = useAssignUserToClub()
  const saveCountry = (country: Country) =>
    place.mutate(
      { id, currentCountry: country, clubId: null },
      { onSuccess: () => focusElementAfterDialogCloses(buildApproveButtonId(id)) },
    )
  return (
    <Box component="span" display="block" miw={0} fz={13} lh={1.3}>
      {currentCountry ? (
        getCountryName(currentCountry)
      ) : (
        <ApplicantCountrySelect
          name={fullName}
          chosen={place.isPending ? place.variables.currentCountry : ''}
          onChoose={saveCountry}
        />
      )}
      <div className={`tabular ${styles.muted}`}>{formatDate(createdAt)}</div>
    </Box>
  )
}
