import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { ImportView } from '#web/features/imports/ImportView.tsx'
import { parseId } from '#web/lib/form/search-parameters.ts'
import { currentUserQuery } from '#web/lib/query/query-client.ts'
import { NotFoundScreen } from '#web/shell/errors/NotFoundScreen.tsx'
import { useListPageAndFilters } from './use-list-page-and-filters.ts'
import { useUrlState } from './use-url-state.ts'

export function MemberImportPage() {
  const { data: user } = useQuery(currentUserQuery)
  const navigate = useNavigate()
  const id = parseId(useParams({ from: '/shell/imports/$id' }).id)
  const address = useUrlState('/imports/$id')
  const { onFilter, onPage } = useListPageAndFilters(address)
  if (id === undefined) return <NotFoundScreen />
  if (!user) return null
  return (
    <ImportView
      key={id}
      user={user}
      id={id}
      search={address.search}
      onSearch={onFilter}
      onPage={onPage}
      onDiscarded={() => navigate({ to: '/imports' })}
    />
  )
}
