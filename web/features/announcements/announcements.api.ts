import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { listActivities } from '#shared/contracts/activities.endpoints.ts'
import * as announcements from '#shared/contracts/announcements.endpoints.ts'
import type { Audience } from '#shared/contracts/announcements.ts'
import type { BodyOf } from '#shared/endpoint.ts'
import { addressOf, call, query } from '#web/lib/api.ts'
import { growingQuery } from '#web/lib/pages.ts'
import { activityLabel } from './activity-label.ts'
import { composeText, figuresText, pollText, viewText } from './announcements.text.ts'

const pageSize = 20

export function useAnnouncements() {
  return useInfiniteQuery(
    growingQuery(
      announcements.listAnnouncements.path,
      pageSize,
      before =>
        call(announcements.listAnnouncements, {
          query: { limit: pageSize, before },
        }),
      ({ id }) => id,
    ),
  )
}

export function useManaged() {
  return useInfiniteQuery(
    growingQuery(
      announcements.listManaged.path,
      pageSize,
      before =>
        call(announcements.listManaged, {
          query: { limit: pageSize, before },
        }),
      ({ id }) => id,
    ),
  )
}

export function useAnnouncement(id: number) {
  return useQuery(query(announcements.readAnnouncement, { params: { id } }))
}

export function useDraft(id: number) {
  // Another manager may have changed the draft, so it is read again each time.
  return useQuery({ ...query(announcements.readDraft, { params: { id } }), staleTime: 0 })
}

export function useFigures(id: number) {
  // Managers get no event when a recipient reads an announcement, so the figures are read again at every visit.
  return useQuery({ ...query(announcements.readFigures, { params: { id } }), staleTime: 0 })
}

/** Number of recipients in an audience. The server counts them with the same SQL that selects the recipients. */
export function useReach(audience: Audience) {
  return useQuery({
    queryKey: [announcements.countAudience.path, audience],
    queryFn: () => call(announcements.countAudience, { body: { audience } }),
    staleTime: 0,
    gcTime: 60_000,
  })
}

/** Upcoming activities as options of a select. `selected` is listed even after it has ended. */
export function useActivityChoices(selected: { id: number; title: string } | null) {
  const { data = [] } = useQuery(
    query(listActivities, { query: { page: 1, pageSize: 100, time: 'upcoming' } }),
  )
  const upcoming = data.map(activity => ({ value: String(activity.id), label: activityLabel(activity) }))
  const isListed = !selected || data.some(({ id }) => id === selected.id)
  return isListed ? upcoming : [{ value: String(selected.id), label: selected.title }, ...upcoming]
}

type Body = BodyOf<typeof announcements.createAnnouncement>

/** Creates an announcement, or updates it when `id` is set. Returns its id in both cases. */
export function useSaveAnnouncement(id: number | undefined) {
  return useMutation({
    mutationFn: async (body: Body) => {
      if (id === undefined) return (await call(announcements.createAnnouncement, { body })).id
      await call(announcements.updateAnnouncement, { params: { id }, body })
      return id
    },
    meta: { failure: composeText.saveFailed },
  })
}

export function useSend(id: number) {
  return useMutation({
    mutationFn: async (at: string | undefined) => {
      await call(announcements.sendAnnouncement, { params: { id }, body: { at } })
      return at
    },
    meta: {
      success: at => (at ? composeText.scheduled : composeText.sent),
      failure: composeText.sendFailed,
    },
  })
}

export function useCorrect(id: number) {
  return useMutation({
    mutationFn: (body: BodyOf<typeof announcements.correctAnnouncement>) =>
      call(announcements.correctAnnouncement, { params: { id }, body }),
    meta: { success: composeText.corrected, failure: composeText.saveFailed },
  })
}

export function useWithdraw(id: number) {
  return useMutation({
    mutationFn: () => call(announcements.withdrawAnnouncement, { params: { id } }),
    meta: { success: viewText.withdrew, failure: viewText.withdrawFailed },
  })
}

export function useHold(id: number) {
  return useMutation({
    mutationFn: () => call(announcements.holdAnnouncement, { params: { id } }),
    meta: { success: viewText.held, failure: viewText.holdFailed },
  })
}

/** Deletes a draft. `onDone` runs even when the component that started the deletion was unmounted meanwhile. */
export function useDeleteDraft(id: number, onDone: () => void) {
  return useMutation({
    mutationFn: () => call(announcements.deleteDraft, { params: { id } }),
    onSuccess: onDone,
    meta: { success: viewText.removed, failure: viewText.removeFailed },
  })
}

/** Marks an announcement as read. Failures are silent, because no user action caused it; the next visit retries. */
export function useMarkRead(id: number) {
  return useMutation({
    mutationFn: () => call(announcements.markAnnouncementRead, { params: { id } }),
  })
}

export function useAnswer(id: number) {
  return useMutation({
    mutationFn: (answer: number) => call(announcements.answerPoll, { params: { id }, body: { answer } }),
    meta: { success: pollText.answered, failure: pollText.failed },
  })
}

export function usePollAnswers(id: number) {
  return useInfiniteQuery({
    ...growingQuery(
      addressOf(announcements.listPollAnswers, { params: { id } }),
      pageSize,
      after =>
        call(announcements.listPollAnswers, {
          params: { id },
          query: { limit: pageSize, after },
        }),
      ({ userId }) => userId,
    ),
    staleTime: 0,
  })
}

export function useRemind(id: number) {
  return useMutation({
    mutationFn: () => call(announcements.remindUnread, { params: { id } }),
    meta: { success: figuresText.reminded, failure: figuresText.remindFailed },
  })
}
