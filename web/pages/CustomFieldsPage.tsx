import { useQuery } from '@tanstack/react-query'
import { CustomFieldListEditor } from '#web/features/custom-fields/CustomFieldListEditor.tsx'
import { removeUnknownCountryFromFilter } from '#web/lib/form/known-country.ts'
import { currentUserQuery } from '#web/lib/query/query-client.ts'
import { useUrlState } from './use-url-state.ts'

/** Page with the editor for the custom fields of a club, a country or headquarters. */
export function CustomFieldsPage() {
  const { data: user } = useQuery(currentUserQuery)
  const { search, set } = useUrlState('/custom-fields')
  if (!user) return null
  return (
    <CustomFieldListEditor
      user={user}
      {...removeUnknownCountryFromFilter(search)}
      onCountry={country => set({ country }, true)}
    />
  )
}
