import { useQuery } from '@tanstack/react-query'
import { OfficeList } from '#web/features/offices/OfficeList.tsx'
import { Vacancies } from '#web/features/offices/Vacancies.tsx'
import { meQuery } from '#web/lib/query-client.ts'

/** Who holds what until when, what nobody holds, and who held it before. */
export function OfficesPage() {
  const { data: user } = useQuery(meQuery)
  if (!user) return null
  return (
    <>
      <OfficeList user={user} held="now" />
      <Vacancies />
      <OfficeList user={user} held="before" />
    </>
  )
}
