import { NativeSelect } from '@mantine/core'
import { type Country, countries } from '#shared/constants.ts'
import type { UserRow } from '#shared/contracts/users.ts'
import styles from './Users.module.css'
import { usePlaceUser } from './users.api.ts'
import { usersText as text } from './users.text.ts'

/** Nobody is approved without a country, so it is set where it is missed; what is chosen is saved at once. */
export function MissingCountry({ person, onSet }: { person: UserRow; onSet: () => void }) {
  const place = usePlaceUser()
  return (
    <NativeSelect
      size="xs"
      className={styles.missing}
      aria-label={text.setCountryOf(person.fullName)}
      data={[{ value: '', label: text.setCountry }, ...countries]}
      value={place.isPending ? place.variables.currentCountry : ''}
      onChange={event =>
        place.mutate(
          { id: person.id, currentCountry: event.currentTarget.value as Country, clubId: null },
          { onSuccess: onSet },
        )
      }
    />
  )
}
