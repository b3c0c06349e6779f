import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { FeePlanDetails } from '#web/features/fees/manage/FeePlanDetails.tsx'
import { parseId } from '#web/lib/form/search-parameters.ts'
import { currentUserQuery } from '#web/lib/query/query-client.ts'
import { NotFoundScreen } from '#web/shell/errors/NotFoundScreen.tsx'
import { useListPageAndFilters } from './use-list-page-and-filters.ts'
import { useUrlState } from './use-url-state.ts'

export function FeePlanPage() {
  const { data: user } = useQuery(currentUserQuery)
  const id = parseId(useParams({ from: '/shell/fees/plans/$id' }).id)
  const address = useUrlState('/fees/plans/$id')
  const { onFilter, onPage } = useListPageAndFilters(address)
  if (id === undefined) return <NotFoundScreen />
  return (
    user && (
      <FeePlanDetails
        key={id}
        id={id}
        user={user}
        search={address.search}
        onSearch={onFilter}
        onPage={onPage}
      />
    )
  )
}
