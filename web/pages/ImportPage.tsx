import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { ImportView } from '#web/features/imports/ImportView.tsx'
import { meQuery } from '#web/lib/query-client.ts'
import { readId } from '#web/lib/search.ts'
import { NotFound } from '#web/shell/NotFound.tsx'
import { useAddress } from './use-address.ts'
import { useList } from './use-list.ts'

export function ImportPage() {
  const { data: user } = useQuery(meQuery)
  const navigate = useNavigate()
  const id = readId(useParams({ from: '/shell/imports/$id' }).id)
  const address = useAddress('/imports/$id')
  const { onFilter, onPage } = useList(address)
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
