// Renews the signed membership card in the background whenever the app is opened.
// The membership card shown offline is at most `maxCardAge` older than the user's last visit.
import { readCard } from '#shared/contracts/cards/cards.endpoints.ts'
import { buildQueryOptions } from '#web/lib/http/api.ts'
import { queryClient } from '#web/lib/query/query-client.ts'

/** Delay in milliseconds before the membership card is renewed, so that the page's own requests go first. */
const renewalDelay = 3000
/** Milliseconds after which an app that stays open fetches the membership card again when it becomes visible. */
const maxCardAge = 12 * 3_600_000

export function startMembershipCardRenewal(): () => void {
  const renewCard = () => {
    if (document.visibilityState !== 'visible') return
    queryClient.prefetchQuery({ ...buildQueryOptions(readCard), staleTime: maxCardAge }).catch(() => {})
  }
  const timer = setTimeout(renewCard, renewalDelay)
  document.addEventListener('visibilitychange', renewCard)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', renewCard)
  }
}
