import { useMutation, useQuery } from '@tanstack/react-query'
import { type ActivityStatus, activityStatuses } from '#shared/constants.ts'
import type {
  ActivityRow,
  ActivitySummary,
  AttendanceBody,
  Joined,
  ParticipantRow,
} from '#shared/contracts/activities.ts'
import type { ClubRow } from '#shared/contracts/clubs.ts'
import type { ExportFormat } from '#shared/contracts/query.ts'
import { type Page, request, requestPage } from '#web/lib/api.ts'
import { withQuery } from '#web/lib/paging.ts'
import { type ListSearch, oneOf } from '#web/lib/search.ts'
import { dialogText, pageText, activitiesText as text } from './activities.text.ts'

export const activityPageSize = 12
export const participantPageSize = 20

export type ActivityFilter = Pick<ListSearch, 'search' | 'status' | 'clubId'>

/** An address may hold anything; what is no status counts as not given. */
export function readActivityFilter({ search, status, clubId }: ListSearch): ActivityFilter {
  return { search, status: oneOf(activityStatuses, status), clubId }
}

export function useActivities(filter: ActivityFilter, page: number, pageSize = activityPageSize) {
  const url = withQuery('/api/activities', { ...filter, page, pageSize })
  return useQuery<Page<ActivityRow>>({
    queryKey: [url],
    queryFn: () => requestPage<ActivityRow>(url),
    // The old cards stay until the new ones are there: nothing jumps while one types.
    placeholderData: previous => previous,
  })
}

export function useActivitySummary() {
  return useQuery<ActivitySummary>({ queryKey: ['/api/activities/summary'] })
}

/** Without an id there is nothing to ask for. */
export function useActivity(id: number | undefined) {
  return useQuery<ActivityRow>({ queryKey: [`/api/activities/${id}`], enabled: id !== undefined })
}

/** Of all clubs, or of those that can hold a new one; a country's administrator has those of the country. */
export function useClubChoices(query: { status?: 'active'; country?: string } = {}) {
  return useQuery<ClubRow[]>({ queryKey: [withQuery('/api/clubs', query)] })
}

const invalidates = ['/api/activities', '/api/dashboard', '/api/audit']

export function useSaveActivity(id: number | undefined) {
  return useMutation({
    mutationFn: (body: unknown) =>
      id === undefined
        ? request<{ id: number }>('POST', '/api/activities', body)
        : request<undefined>('PUT', `/api/activities/${id}`, body),
    meta:
      id === undefined
        ? { invalidates, success: dialogText.created, failure: dialogText.createFailed }
        : { invalidates, success: dialogText.updated, failure: dialogText.updateFailed },
  })
}

export function useJoinActivity() {
  return useMutation({
    mutationFn: (id: number) => request<Joined>('POST', `/api/activities/${id}/join`),
    meta: {
      invalidates,
      success: data => {
        const { waitingPosition } = data as Joined
        if (waitingPosition === null) return text.joined
        return { title: text.queued.title, text: text.queued.text(waitingPosition) }
      },
      failure: text.joinFailed,
    },
  })
}

export function useLeaveActivity() {
  return useMutation({
    mutationFn: (id: number) => request('POST', `/api/activities/${id}/leave`),
    meta: { invalidates, success: text.left, failure: text.leaveFailed },
  })
}

export function useChangeStatus(id: number) {
  return useMutation({
    mutationFn: async (status: ActivityStatus) => {
      await request('POST', `/api/activities/${id}/status`, { status })
      return status
    },
    meta: {
      invalidates,
      success: status => pageText.statusChanged[status as ActivityStatus],
      failure: pageText.statusFailed,
    },
  })
}

export function useParticipants(id: number, page: number) {
  const url = withQuery(`/api/activities/${id}/participants`, { page, pageSize: participantPageSize })
  return useQuery<Page<ParticipantRow>>({
    queryKey: [url],
    queryFn: () => requestPage<ParticipantRow>(url),
    placeholderData: previous => previous,
  })
}

export function useMarkAttendance(id: number) {
  return useMutation({
    mutationFn: (body: AttendanceBody) => request('POST', `/api/activities/${id}/attendance`, body),
    meta: { invalidates: [`/api/activities/${id}`, '/api/audit'], failure: pageText.attendanceFailed },
  })
}

export function participantsUrl(id: number, format: ExportFormat): string {
  return withQuery(`/api/activities/${id}/participants/export`, { format })
}
