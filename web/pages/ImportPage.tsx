import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { ImportView } from '#web/features/imports/ImportView.tsx'
import { currentUserQuery } from '#web/lib/query-client.ts'
import { parseId } from '#web/lib/search.ts'
import { NotFound } from '#web/shell/NotFound.tsx'
import { useUrlState } from './use-address.ts'
import { useListState } from './use-list.ts'

export function ImportPage() {
  const { data: user } = useQuery(currentUserQuery)
  const navigate = useNavigate()
  const id = parseId(useParams({ from: '/shell/imports/$id' }).id)
  const address = useUrlState('/imports/$id')
  const { onFilter, onPage } = useListState(address)
  if (id === undefined) return <NotFound />
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
