// The card is signed anew whenever the program is opened, so that what a device can show without a network is never
// older than its last visit. Nobody waits for it.
import { readCard } from '#shared/contracts/cards.endpoints.ts'
import { query } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'

/** Long enough that what the page itself needs has come. */
const patience = 3000
/** A program that stays open for days is opened again each morning, as far as its card is concerned. */
const fresh = 12 * 3_600_000

export function followCard(): () => void {
  const renew = () => {
    if (document.visibilityState !== 'visible') return
    queryClient.prefetchQuery({ ...query(readCard), staleTime: fresh }).catch(() => {})
  }
  const timer = setTimeout(renew, patience)
  document.addEventListener('visibilitychange', renew)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', renew)
  }
}
