import { useQuery } from '@tanstack/react-query'
import { OfficeList } from '#web/features/offices/OfficeList.tsx'
import { useOffices, useVacantOffices } from '#web/features/offices/offices.api.ts'
import { VacantOfficeList } from '#web/features/offices/VacantOfficeList.tsx'
import { currentUserQuery } from '#web/lib/query/query-client.ts'

/** Page with current office holders, vacant offices and former holders. */
export function OfficesPage() {
  const { data: user } = useQuery(currentUserQuery)
  const currentOffices = useOffices('now', 1)
  const vacancies = useVacantOffices()
  if (!user) return null
  return (
    <>
      <OfficeList user={user} held="now" />
      {/* Vacant offices and former holders appear only after the list above them, so that they do not shift. */}
      {!currentOffices.isPending && <VacantOfficeList />}
      {!currentOffices.isPending && !vacancies.isPending && <OfficeList user={user} held="before" />}
    </>
  )
}
