import { useMutation, useQuery } from '@tanstack/react-query'
import type { ActivityScope, ActivityStatus } from '#shared/constants.ts'
import {
  answerQuestions,
  changeActivityStatus,
  changeParticipantVisibility,
  countActivitiesByScope,
  createActivity,
  exportParticipants,
  joinActivity,
  leaveActivity,
  listActivities,
  listParticipants,
  markAttendance,
  publishActivity,
  readActivity,
  readActivityCountSummary,
  setActivityHelpers,
  updateActivity,
} from '#shared/contracts/activities/activities.endpoints.ts'
import type { AttendanceBody, JoinResponse } from '#shared/contracts/activities/activities.schemas.ts'
import { listClubs } from '#shared/contracts/clubs/clubs.endpoints.ts'
import { findPeopleToChatWith } from '#shared/contracts/users/users.endpoints.ts'
import type { BodyOf, QueryOf } from '#shared/endpoint.ts'
import type { ExportFormat } from '#shared/fields/query-parameters.ts'
import {
  dialogText,
  helperText,
  pageText,
  publicText,
  questionText,
  activitiesText as text,
} from '#texts/activities.ts'
import { buildEndpointUrl, buildQueryOptions, callEndpoint } from '#web/lib/http/api.ts'
import { buildQueryOptionsForListPage } from '#web/lib/query/paged-queries.ts'

export const activityPageSize = 12
export const participantPageSize = 20

export type ActivityQuery = Pick<
  QueryOf<typeof listActivities>,
  'search' | 'status' | 'clubId' | 'scope' | 'time' | 'from' | 'to'
>

export function useActivities(
  filter: ActivityQuery,
  page: number,
  { pageSize = activityPageSize, isWanted = true } = {},
) {
  const rows = buildQueryOptionsForListPage(listActivities, { query: { ...filter, page, pageSize } })
  return useQuery({ ...rows, enabled: isWanted })
}

export function useActivityCountsByScope() {
  return useQuery(buildQueryOptions(countActivitiesByScope))
}

export function useActivityCountSummary(scope: ActivityScope) {
  return useQuery(buildQueryOptions(readActivityCountSummary, { query: { scope } }))
}

/** Loads one activity. Without an id, no request is sent. */
export function useActivity(id: number | undefined) {
  return useQuery({
    ...buildQueryOptions(readActivity, { params: { id: id ?? 0 } }),
    enabled: id !== undefined,
  })
}

export function useAllClubs() {
  return useQuery(buildQueryOptions(listClubs))
}

type Body = BodyOf<typeof createActivity>

export function useSaveActivity(id: number | undefined) {
  return useMutation({
    mutationFn: async (body: Body): Promise<{ id: number } | undefined> => {
      if (id === undefined) return callEndpoint(createActivity, { body })
      await callEndpoint(updateActivity, { params: { id }, body })
      return undefined
    },
    meta:
      id === undefined
        ? { success: dialogText.created, failure: dialogText.createFailed }
        : { success: dialogText.updated, failure: dialogText.updateFailed },
  })
}

const getJoinMeta = () => ({
  success: (data: unknown) => {
    const { waitingPosition } = data as JoinResponse
    if (waitingPosition === null) return text.joined
    return { title: text.queued.title, text: text.queued.text({ place: waitingPosition }) }
  },
  failure: text.joinFailed,
})

/** Joins an activity that asks its participants no questions. */
export function useJoinActivity() {
  return useMutation({
    mutationFn: (id: number) => callEndpoint(joinActivity, { params: { id } }),
    meta: getJoinMeta(),
  })
}

/** Submits a user's answers to an activity's questions, to join it (`isJoining`) or to replace earlier answers. */
export function useSubmitAnswersToActivityQuestions(id: number, isJoining: boolean) {
  return useMutation({
    mutationFn: async (body: BodyOf<typeof answerQuestions>): Promise<JoinResponse | undefined> => {
      if (isJoining) return callEndpoint(joinActivity, { params: { id }, body })
      await callEndpoint(answerQuestions, { params: { id }, body })
      return undefined
    },
    meta: isJoining ? getJoinMeta() : { success: questionText.saved, failure: questionText.failed },
  })
}

export function useSetActivityPageVisibility(id: number) {
  return useMutation({
    mutationFn: async (isPublic: boolean) => {
      await callEndpoint(publishActivity, { params: { id }, body: { isPublic } })
      return isPublic
    },
    meta: {
      success: isPublic => (isPublic ? publicText.opened : publicText.closed),
      failure: publicText.failed,
    },
  })
}

export function useLeaveActivity() {
  return useMutation({
    mutationFn: (id: number) => callEndpoint(leaveActivity, { params: { id } }),
    meta: { success: text.left, failure: text.leaveFailed },
  })
}

export function useChangeActivityStatus(id: number) {
  return useMutation({
    mutationFn: async (body: BodyOf<typeof changeActivityStatus>) => {
      await callEndpoint(changeActivityStatus, { params: { id }, body })
      return body.status
    },
    meta: {
      success: status => pageText.statusChanged[status as ActivityStatus],
      failure: pageText.statusFailed,
    },
  })
}

export function useSetOwnParticipationVisible(id: number) {
  return useMutation({
    mutationFn: (isHidden: boolean) =>
      callEndpoint(changeParticipantVisibility, { params: { id }, body: { isHidden } }),
    meta: { failure: pageText.hideFailed },
  })
}

export function useSearchForActivityHelpers(search: string) {
  return useQuery(buildQueryOptions(findPeopleToChatWith, { query: { search } }))
}

export function useSetActivityHelpers(id: number) {
  return useMutation({
    mutationFn: (userIds: number[]) =>
      callEndpoint(setActivityHelpers, { params: { id }, body: { userIds } }),
    meta: { success: helperText.saved, failure: helperText.failed },
  })
}

export function useActivityParticipants(id: number, page: number) {
  return useQuery(
    buildQueryOptionsForListPage(listParticipants, {
      params: { id },
      query: { page, pageSize: participantPageSize },
    }),
  )
}

export function useMarkAttendance(id: number) {
  return useMutation({
    mutationFn: (body: AttendanceBody) => callEndpoint(markAttendance, { params: { id }, body }),
    meta: { failure: pageText.attendanceFailed },
  })
}

export function buildParticipantExportUrl(id: number, format: ExportFormat): string {
  return buildEndpointUrl(exportParticipants, { params: { id }, query: { format } })
}
