import { useMutation, useQuery } from '@tanstack/react-query'
import { checkInSelf, markAll, readCheckIn, readDoorCode } from '#shared/contracts/check-in.endpoints.ts'
import type { SelfAnswer } from '#shared/contracts/check-in.ts'
import type { BodyOf } from '#shared/endpoint.ts'
import { ApiError, call, query } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { doorText, selfText } from './check-in.text.ts'

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

/** Submits a walk-in's answers. When the questions have changed since, the response holds the new ones. */
export function useAnswerWalkIn(id: number, code: string) {
  return useMutation({
    mutationFn: async ({ answers }: Pick<BodyOf<typeof checkInSelf>, 'answers'>) => {
      try {
        return await call(checkInSelf, { params: { id }, body: { code, answers } })
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'questions_changed')) throw error
        return call(checkInSelf, { params: { id }, body: { code } })
      }
    },
    meta: { failure: selfText.failed },
  })
}

/** Checks the user in once per scanned code. */
export function useCheckInSelf(id: number, code: string) {
  const queryKey = ['check-in-self', id, code]
  const result = useQuery({
    queryKey,
    queryFn: () => call(checkInSelf, { params: { id }, body: { code } }),
    enabled: code !== '',
  })
  const setAnswer = (answer: SelfAnswer) => queryClient.setQueryData(queryKey, answer)
  return { ...result, setAnswer }
}
