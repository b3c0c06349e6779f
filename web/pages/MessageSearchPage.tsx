import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MessageSearch } from '#web/features/chat/MessageSearch.tsx'
import { currentUserQuery } from '#web/lib/query-client.ts'
import { useUrlState } from './use-address.ts'

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
