import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { listActivities } from '#shared/contracts/activities/activities.endpoints.ts'
import * as announcements from '#shared/contracts/announcements/announcements.endpoints.ts'
import type { Audience } from '#shared/contracts/announcements/announcements.schemas.ts'
import type { BodyOf } from '#shared/endpoint.ts'
import { putTranslationInReaderLanguageFirst } from '#shared/language/put-translation-in-reader-language-first.ts'
import { composeText, figuresText, pollText, viewText } from '#texts/announcements.ts'
import { buildEndpointUrl, buildQueryOptions, callEndpoint } from '#web/lib/http/api.ts'
import { buildInfiniteQuery } from '#web/lib/query/paged-queries.ts'
import { formatActivityLabel } from './format-activity-label.ts'

const pageSize = 20

export function useAnnouncements() {
  return useInfiniteQuery(
    buildInfiniteQuery(
      announcements.listAnnouncements.path,
      pageSize,
      before =>
        callEndpoint(announcements.listAnnouncements, {
          query: { limit: pageSize, before },
        }),
      ({ id }) => id,
    ),
  )
}

export function useAnnouncementsManagedByUser() {
  return useInfiniteQuery(
    buildInfiniteQuery(
      announcements.listManagedAnnouncements.path,
      pageSize,
      before =>
        callEndpoint(announcements.listManagedAnnouncements, {
          query: { limit: pageSize, before },
        }),
      ({ id }) => id,
    ),
  )
}

export function useAnnouncement(id: number) {
  return useQuery(buildQueryOptions(announcements.readAnnouncement, { params: { id } }))
}

export function useAnnouncementDraft(id: number) {
  // Another manager may have changed the announcement draft, so the draft is always refetched.
  return useQuery({
    ...buildQueryOptions(announcements.readAnnouncementDraft, { params: { id } }),
    staleTime: 0,
  })
}

export function useAnnouncementDeliveryStatistics(id: number) {
  // Managers get no event when a recipient reads an announcement, so the read counts are refetched at every visit.
  return useQuery({
    ...buildQueryOptions(announcements.readAnnouncementFigures, { params: { id } }),
    staleTime: 0,
  })
}

/**
 * Loads the number of recipients of an announcement. The server counts with the same SQL that selects the recipients.
 */
export function useAnnouncementRecipientCount(audience: Audience) {
  return useQuery({
    queryKey: [announcements.countAudience.path, audience],
    queryFn: () => callEndpoint(announcements.countAudience, { body: { audience } }),
    staleTime: 0,
    gcTime: 60_000,
  })
}

/** Loads upcoming activities as options of a select. The `selected` activity stays listed after it has ended. */
export function useUpcomingActivityOptions(selected: { id: number; title: string } | null) {
  const { data = [] } = useQuery(
    buildQueryOptions(listActivities, { query: { page: 1, pageSize: 100, time: 'upcoming' } }),
  )
  const upcoming = data.map(activity => ({
    value: String(activity.id),
    label: formatActivityLabel(putTranslationInReaderLanguageFirst(activity)),
  }))
  const isListed = !selected || data.some(({ id }) => id === selected.id)
  return isListed ? upcoming : [{ value: String(selected.id), label: selected.title }, ...upcoming]
}

type Body = BodyOf<typeof announcements.createAnnouncement>

/** Creates an announcement, or updates it when `id` is set. Returns its id in both cases. */
export function useSaveAnnouncement(id: number | undefined) {
  return useMutation({
    mutationFn: async (body: Body) => {
      if (id === undefined) return (await callEndpoint(announcements.createAnnouncement, { body })).id
      await callEndpoint(announcements.updateAnnouncement, { params: { id }, body })
      return id
    },
    meta: { failure: composeText.saveFailed },
  })
}

export function useSendAnnouncement(id: number) {
  return useMutation({
    mutationFn: async (at: string | undefined) => {
      await callEndpoint(announcements.sendAnnouncement, { params: { id }, body: { at } })
      return at
    },
    meta: {
      success: at => (at ? composeText.scheduled : composeText.sent),
      failure: composeText.sendFailed,
    },
  })
}

export function usePublishAnnouncementCorrection(id: number) {
  return useMutation({
    mutationFn: (body: BodyOf<typeof announcements.correctAnnouncement>) =>
      callEndpoint(announcements.correctAnnouncement, { params: { id }, body }),
    meta: { success: composeText.corrected, failure: composeText.saveFailed },
  })
}

export function useWithdrawAnnouncement(id: number) {
  return useMutation({
    mutationFn: () => callEndpoint(announcements.withdrawAnnouncement, { params: { id } }),
    meta: { success: viewText.withdrew, failure: viewText.withdrawFailed },
  })
}

export function useUnscheduleAnnouncement(id: number) {
  return useMutation({
    mutationFn: () => callEndpoint(announcements.unscheduleAnnouncement, { params: { id } }),
    meta: { success: viewText.held, failure: viewText.holdFailed },
  })
}

/** Deletes an announcement draft. `onDone` runs even if the calling component has been unmounted. */
export function useDeleteAnnouncementDraft(id: number, onDone: () => void) {
  return useMutation({
    mutationFn: () => callEndpoint(announcements.deleteAnnouncementDraft, { params: { id } }),
    onSuccess: onDone,
    meta: { success: viewText.removed, failure: viewText.removeFailed },
  })
}

/** Marks an announcement as read. A failure is not shown, because the next visit to the announcement retries. */
export function useMarkAnnouncementRead(id: number) {
  return useMutation({
    mutationFn: () => callEndpoint(announcements.markAnnouncementRead, { params: { id } }),
  })
}

export function useAnswerPoll(id: number) {
  return useMutation({
    mutationFn: (answer: number) =>
      callEndpoint(announcements.answerPoll, { params: { id }, body: { answer } }),
    meta: { success: pollText.answered, failure: pollText.failed },
  })
}

export function usePollAnswersByMember(id: number) {
  return useInfiniteQuery({
    ...buildInfiniteQuery(
      buildEndpointUrl(announcements.listPollAnswers, { params: { id } }),
      pageSize,
      after =>
        callEndpoint(announcements.listPollAnswers, {
          params: { id },
          query: { limit: pageSize, after },
        }),
      ({ userId }) => userId,
    ),
    staleTime: 0,
  })
}

export function useRemindUnreadRecipients(id: number) {
  return useMutation({
    mutationFn: () => callEndpoint(announcements.remindUnreadRecipients, { params: { id } }),
    meta: { success: figuresText.reminded, failure: figuresText.remindFailed },
  })
}
