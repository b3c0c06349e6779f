import { useMutation, useQuery } from '@tanstack/react-query'
import { downloadActivity, listFeeds, openFeed, revokeFeed } from '#shared/contracts/calendar.endpoints.ts'
import { addressOf, call, query } from '#web/lib/api.ts'
import { feedText as text } from './activities.text.ts'

export function useFeeds() {
  return useQuery(query(listFeeds))
}

/** Creates a calendar feed of a club's activities or, with null, of the activities the user has joined. */
export function useOpenFeed() {
  return useMutation({
    mutationFn: (clubId: number | null) => call(openFeed, { body: { clubId } }),
    meta: { failure: text.openFailed },
  })
}

export function useRevokeFeed() {
  return useMutation({
    mutationFn: (id: string) => call(revokeFeed, { params: { id } }),
    meta: { success: text.revoked, failure: text.revokeFailed },
  })
}

export function calendarFileUrl(id: number): string {
  return addressOf(downloadActivity, { params: { id } })
}
