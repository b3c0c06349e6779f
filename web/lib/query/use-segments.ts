import { useQuery } from '@tanstack/react-query'
import { listSegments } from '#shared/contracts/segments/segments.endpoints.ts'
import { buildQueryOptions } from '#web/lib/http/api.ts'

/** Loads the segments (saved member filters) of the user's club, country or headquarters. */
export function useSegments(isEnabled = true) {
  return useQuery({ ...buildQueryOptions(listSegments), enabled: isEnabled })
}
