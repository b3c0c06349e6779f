import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MessageSearch } from '#web/features/chat/search/MessageSearch.tsx'
import { currentUserQuery } from '#web/lib/query/query-client.ts'
import { useUrlState } from './use-url-state.ts'

export function MessageSearchPage() {
  const { data: user } = useQuery(currentUserQuery)
  const { search, set } = useUrlState('/communication/search')
  if (!user) return null
  return (
    <MessageSearch
      myId={user.id}
      address={search}
      link={({ group, message, ...props }) => (
        <Link to="/communication" search={{ group, message }} {...props} />
      )}
      onChange={change => set(change)}
    />
  )
}
