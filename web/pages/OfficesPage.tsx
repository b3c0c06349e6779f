import { useQuery } from '@tanstack/react-query'
import { OfficeList } from '#web/features/offices/OfficeList.tsx'
import { useOffices, useVacancies } from '#web/features/offices/offices.api.ts'
import { Vacancies } from '#web/features/offices/Vacancies.tsx'
import { meQuery } from '#web/lib/query-client.ts'

/** Who holds what until when, what nobody holds, and who held it before. */
export function OfficesPage() {
  const { data: user } = useQuery(meQuery)
  const held = useOffices('now', 1)
  const vacant = useVacancies()
  if (!user) return null
  return (
    <>
      <OfficeList user={user} held="now" />
      {/* Not before what stands above has come, and so has its height. */}
      {!held.isPending && <Vacancies />}
      {!held.isPending && !vacant.isPending && <OfficeList user={user} held="before" />}
    </>
  )
}
