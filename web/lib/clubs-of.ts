import { useQuery } from '@tanstack/react-query'
import type { ClubOption } from '#shared/contracts/clubs.ts'
import { withQuery } from './paging.ts'

/** For choosing one of a country's clubs, wherever that is done. */
export function useClubsOf(country: string | undefined) {
  return useQuery<ClubOption[]>({
    queryKey: [withQuery('/api/clubs/options', { country })],
    enabled: Boolean(country),
  })
}
