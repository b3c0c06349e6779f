import { useMutation, useQuery } from '@tanstack/react-query'
import { printCards, readCard } from '#shared/contracts/cards/cards.endpoints.ts'
import { sheetText } from '#texts/cards.ts'
import { buildQueryOptions, callEndpoint } from '#web/lib/http/api.ts'

export function useMembershipCard({ isWanted = true } = {}) {
  return useQuery({ ...buildQueryOptions(readCard), enabled: isWanted })
}

export function usePrintMembershipCards(clubId: number) {
  return useMutation({
    mutationFn: (after?: number) => callEndpoint(printCards, { params: { id: clubId }, body: { after } }),
    meta: { failure: sheetText.failed },
  })
}
