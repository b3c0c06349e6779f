import { useMutation, useQuery } from '@tanstack/react-query'
import {
  downloadActivityCalendar,
  listCalendarFeeds,
  openCalendarFeed,
  revokeCalendarFeed,
} from '#shared/contracts/calendar/calendar.endpoints.ts'
import { feedText as text } from '#texts/activities.ts'
import { buildEndpointUrl, buildQueryOptions, callEndpoint } from '#web/lib/http/api.ts'

export function useCalendarFeeds() {
  return useQuery(buildQueryOptions(listCalendarFeeds))
}

/** Creates a calendar feed of a club or, without a club id, of the activities that the user has joined. */
export function useCreateCalendarFeed() {
  return useMutation({
    mutationFn: (clubId: number | null) => callEndpoint(openCalendarFeed, { body: { clubId } }),
    meta: { failure: text.openFailed },
  })
}

export function useRevokeCalendarFeed() {
  return useMutation({
    mutationFn: (id: string) => callEndpoint(revokeCalendarFeed, { params: { id } }),
    meta: { success: text.revoked, failure: text.revokeFailed },
  })
}

export function buildCalendarFileUrl(id: number): string {
  return buildEndpointUrl(downloadActivityCalendar, { params: { id } })
}
