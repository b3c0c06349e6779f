import { useMutation, useQuery } from '@tanstack/react-query'
import { printCards, readCard } from '#shared/contracts/cards/cards.endpoints.ts'
import { buildQuery, callEndpoint } from '#web/lib/http/api.ts'
import { sheetText } from './cards.text.ts'

export function useCard({ isWanted = true } = {}) {
  return useQuery({ ...buildQuery(readCard), enabled: isWanted })
}

export function usePrintCards(clubId: number) {
  return useMutation({
    mutationFn: (after?: number) => callEndpoint(printCards, { params: { id: clubId }, body: { after } }),
    meta: { failure: sheetText.failed },
  })
}
