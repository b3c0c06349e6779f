import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { MessageSearchPanel } from '#web/features/chat/search/MessageSearchPanel.tsx'
import { currentUserQuery } from '#web/lib/query/query-client.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Search terms of the message search. They are private, so they are never part of the URL (see chat.search.ts). */
    messageSearchTerms?: string | undefined
  }
}

export function MessageSearchPage() {
  const { data: user } = useQuery(currentUserQuery)
  const filters = useSearch({ from: '/shell/communication/search' })
  const terms = useLocation({ select: ({ state }) => state.messageSearchTerms })
  const navigate = useNavigate()
  if (!user) return null
  return (
    <MessageSearchPanel
      myId={user.id}
      input={{ ...filters, q: terms }}
      link={({ group, message, ...props }) => (
        <Link to="/communication" search={{ group, message }} {...props} />
      )}
      onChange={change => {
        const { q: messageSearchTerms, ...changedFilters } = { q: terms, ...change }
        void navigate({
          to: '/communication/search',
          search: previous => ({ ...previous, ...changedFilters }),
          state: previous => ({ ...previous, messageSearchTerms }),
          // Typing in the field of the message search adds no browser history entries.
          replace: true,
          resetScroll: false,
        })
      }}
    />
  )
}
