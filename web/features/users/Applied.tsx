import type { Country } from '#shared/constants.ts'
import type { UserRow } from '#shared/contracts/users.ts'
import { focusLater } from '#web/lib/focus.ts'
import { showDay } from '#web/lib/format.ts'
import { MissingCountry } from './MissingCountry.tsx'
import { approveId } from './PendingActions.tsx'
import styles from './Users.module.css'
import { usePlaceUser } from './users.api.ts'

/** Table cell with an application's country and date. If the country is missing, a select sets it. */
export function Applied({ person: { id, fullName, currentCountry, createdAt } }: { person: UserRow }) {
  const place = usePlaceUser()
  const saveCountry = (country: Country) =>
    place.mutate(
      { id, currentCountry: country, clubId: null },
      { onSuccess: () => focusLater(approveId(id)) },
    )
  return (
    <span className={styles.lines}>
      {currentCountry ?? (
        <MissingCountry
          name={fullName}
          chosen={place.isPending ? place.variables.currentCountry : ''}
          onChoose={saveCountry}
        />
      )}
      <div className={`tabular ${styles.muted}`}>{showDay(createdAt)}</div>
    </span>
  )
}
