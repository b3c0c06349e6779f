import { useMutation, useQuery } from '@tanstack/react-query'
import { checkInSelf, markAll, readCheckIn, readDoorCode } from '#shared/contracts/check-in.endpoints.ts'
import type { BodyOf } from '#shared/endpoint.ts'
import { call, query } from '#web/lib/api.ts'
import { doorText } from './check-in.text.ts'

export const checkInQuery = (id: number) => query(readCheckIn, { params: { id } })

export function useCheckIn(id: number | undefined) {
  return useQuery({ ...checkInQuery(id ?? 0), enabled: id !== undefined })
}

export function useMarkAll(id: number) {
  return useMutation({
    mutationFn: (body: BodyOf<typeof markAll>) => call(markAll, { params: { id }, body }),
    meta: { failure: doorText.allFailed },
  })
}

export function useDoorCode(id: number) {
  return useQuery({ ...query(readDoorCode, { params: { id } }), staleTime: 0, gcTime: 0 })
}

/** Asked once for each code that was scanned. */
export function useCheckInSelf(id: number, code: string) {
  return useQuery({
    queryKey: ['check-in-self', id, code],
    queryFn: () => call(checkInSelf, { params: { id }, body: { code } }),
    enabled: code !== '',
  })
}
