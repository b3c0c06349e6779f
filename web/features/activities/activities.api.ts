import { useMutation, useQuery } from '@tanstack/react-query'
import type { ActivityScope, ActivityStatus } from '#shared/constants.ts'
import {
  answerQuestions,
  changeStatus,
  changeVisibility,
  countScopes,
  createActivity,
  exportParticipants,
  joinActivity,
  leaveActivity,
  listActivities,
  listParticipants,
  markAttendance,
  publishActivity,
  readActivity,
  setHelpers,
  summariseActivities,
  updateActivity,
} from '#shared/contracts/activities.endpoints.ts'
import type { AttendanceBody, Joined } from '#shared/contracts/activities.ts'
import { listClubs } from '#shared/contracts/clubs.endpoints.ts'
import type { ExportFormat } from '#shared/contracts/query.ts'
import { findPeople } from '#shared/contracts/users.endpoints.ts'
import type { BodyOf, QueryOf } from '#shared/endpoint.ts'
import { addressOf, call, query } from '#web/lib/api.ts'
import { pageQuery } from '#web/lib/pages.ts'
import {
  dialogText,
  helperText,
  pageText,
  publicText,
  questionText,
  activitiesText as text,
} from './activities.text.ts'

export const activityPageSize = 12
export const participantPageSize = 20

export type Wanted = Pick<
  QueryOf<typeof listActivities>,
  'search' | 'status' | 'clubId' | 'scope' | 'time' | 'from' | 'to'
>

export function useActivities(
  filter: Wanted,
  page: number,
  { pageSize = activityPageSize, isWanted = true } = {},
) {
  const rows = pageQuery(listActivities, { query: { ...filter, page, pageSize } })
  return useQuery({ ...rows, enabled: isWanted })
}

export function useScopeCounts() {
  return useQuery(query(countScopes))
}

export function useActivitySummary(scope: ActivityScope) {
  return useQuery(query(summariseActivities, { query: { scope } }))
}

/** Loads one activity. Without an id, no request is sent. */
export function useActivity(id: number | undefined) {
  return useQuery({ ...query(readActivity, { params: { id: id ?? 0 } }), enabled: id !== undefined })
}

export function useAllClubs() {
  return useQuery(query(listClubs))
}

type Body = BodyOf<typeof createActivity>

export function useSaveActivity(id: number | undefined) {
  return useMutation({
    mutationFn: async (body: Body): Promise<{ id: number } | undefined> => {
      if (id === undefined) return call(createActivity, { body })
      await call(updateActivity, { params: { id }, body })
      return undefined
    },
    meta:
      id === undefined
        ? { success: dialogText.created, failure: dialogText.createFailed }
        : { success: dialogText.updated, failure: dialogText.updateFailed },
  })
}

const joinMeta = {
  success: (data: unknown) => {
    const { waitingPosition } = data as Joined
    if (waitingPosition === null) return text.joined
    return { title: text.queued.title, text: text.queued.text(waitingPosition) }
  },
  failure: text.joinFailed,
}

/** Joins an activity that has no questions. */
export function useJoinActivity() {
  return useMutation({
    mutationFn: (id: number) => call(joinActivity, { params: { id } }),
    meta: joinMeta,
  })
}

/** Submits answers, which joins the activity (`isJoining`) or replaces earlier answers. */
export function useAnswers(id: number, isJoining: boolean) {
  return useMutation({
    mutationFn: async (body: BodyOf<typeof answerQuestions>): Promise<Joined | undefined> => {
      if (isJoining) return call(joinActivity, { params: { id }, body })
      await call(answerQuestions, { params: { id }, body })
      return undefined
    },
    meta: isJoining ? joinMeta : { success: questionText.saved, failure: questionText.failed },
  })
}

export function usePublishActivity(id: number) {
  return useMutation({
    mutationFn: async (isPublic: boolean) => {
      await call(publishActivity, { params: { id }, body: { isPublic } })
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
    mutationFn: (id: number) => call(leaveActivity, { params: { id } }),
    meta: { success: text.left, failure: text.leaveFailed },
  })
}

export function useChangeStatus(id: number) {
  return useMutation({
    mutationFn: async (body: BodyOf<typeof changeStatus>) => {
      await call(changeStatus, { params: { id }, body })
      return body.status
    },
    meta: {
      success: status => pageText.statusChanged[status as ActivityStatus],
      failure: pageText.statusFailed,
    },
  })
}

export function useChangeVisibility(id: number) {
  return useMutation({
    mutationFn: (isHidden: boolean) => call(changeVisibility, { params: { id }, body: { isHidden } }),
    meta: { failure: pageText.hideFailed },
  })
}

export function usePeople(search: string) {
  return useQuery(query(findPeople, { query: { search } }))
}

export function useSetHelpers(id: number) {
  return useMutation({
    mutationFn: (userIds: number[]) => call(setHelpers, { params: { id }, body: { userIds } }),
    meta: { success: helperText.saved, failure: helperText.failed },
  })
}

export function useParticipants(id: number, page: number) {
  return useQuery(
    pageQuery(listParticipants, { params: { id }, query: { page, pageSize: participantPageSize } }),
  )
}

export function useMarkAttendance(id: number) {
  return useMutation({
    mutationFn: (body: AttendanceBody) => call(markAttendance, { params: { id }, body }),
    meta: { failure: pageText.attendanceFailed },
  })
}

export function participantsUrl(id: number, format: ExportFormat): string {
  return addressOf(exportParticipants, { params: { id }, query: { format } })
}
