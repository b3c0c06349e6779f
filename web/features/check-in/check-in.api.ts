import { useMutation, useQuery } from '@tanstack/react-query'
import {
  checkInSelf,
  markAllPresent,
  readCheckIn,
  readVenueCode,
} from '#shared/contracts/check-in/check-in.endpoints.ts'
import type { SelfCheckInResponse } from '#shared/contracts/check-in/check-in.schemas.ts'
import type { BodyOf } from '#shared/endpoint.ts'
import { checkInText, selfCheckInText } from '#texts/check-in.ts'
import { ApiError, buildQueryOptions, callEndpoint } from '#web/lib/http/api.ts'
import { queryClient } from '#web/lib/query/query-client.ts'

export const buildCheckInQuery = (id: number) => buildQueryOptions(readCheckIn, { params: { id } })

export function useCheckInGuestList(id: number | undefined) {
  return useQuery({ ...buildCheckInQuery(id ?? 0), enabled: id !== undefined })
}

export function useMarkAllParticipantsPresent(id: number) {
  return useMutation({
    mutationFn: (body: BodyOf<typeof markAllPresent>) =>
      callEndpoint(markAllPresent, { params: { id }, body }),
    meta: { failure: checkInText.allFailed },
  })
}

export function useVenueQrCode(id: number) {
  return useQuery({ ...buildQueryOptions(readVenueCode, { params: { id } }), staleTime: 0, gcTime: 0 })
}

/**
 * Sends the form answers of a member who checks in without having joined. If the questions have changed
 * meanwhile, returns the new questions.
 */
export function useSubmitWalkInQuestionAnswers(id: number, code: string) {
  return useMutation({
    mutationFn: async ({ answers }: Pick<BodyOf<typeof checkInSelf>, 'answers'>) => {
      try {
        return await callEndpoint(checkInSelf, { params: { id }, body: { code, answers } })
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'questions_changed')) throw error
        return callEndpoint(checkInSelf, { params: { id }, body: { code } })
      }
    },
    meta: { failure: selfCheckInText.failed },
  })
}

/** Checks the user in to the activity. Each scanned venue code is sent only once. */
export function useSelfCheckIn(id: number, code: string) {
  const queryKey = ['check-in-self', id, code]
  const result = useQuery({
    queryKey,
    queryFn: () => callEndpoint(checkInSelf, { params: { id }, body: { code } }),
    enabled: code !== '',
  })
  const setAnswer = (answer: SelfCheckInResponse) => queryClient.setQueryData(queryKey, answer)
  return { ...result, setAnswer }
}
