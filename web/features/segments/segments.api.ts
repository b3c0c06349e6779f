import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { listActivities } from '#shared/contracts/activities/activities.endpoints.ts'
import type { SegmentDefinition } from '#shared/contracts/segments/conditions.schemas.ts'
import * as segments from '#shared/contracts/segments/segments.endpoints.ts'
import type { BreakdownDimension, SegmentBody } from '#shared/contracts/segments/segments.schemas.ts'
import { listTags } from '#shared/contracts/users/tags.endpoints.ts'
import { chooseVersion } from '#shared/language/choose-version.ts'
import { segmentText as text } from '#texts/segments.ts'
import { buildQueryOptions, callEndpoint } from '#web/lib/http/api.ts'
import { useActiveClubs } from '#web/lib/query/use-club-options.ts'

/** Number of members who meet the conditions now, counted by the server. */
export function useSegmentCount(definition: SegmentDefinition | undefined) {
  return useQuery({
    queryKey: [segments.countSegment.path, definition],
    queryFn: () =>
      callEndpoint(segments.countSegment, { body: definition ?? { match: 'all', conditions: [] } }),
    enabled: definition !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 60_000,
  })
}

export function useSegmentBreakdown(id: number, by: BreakdownDimension) {
  return useQuery({
    ...buildQueryOptions(segments.readSegmentBreakdown, { params: { id }, query: { by } }),
    staleTime: 0,
  })
}

/** Creates a segment, or changes it when `id` is set. */
export function useSaveSegment(id: number | undefined) {
  return useMutation({
    mutationFn: async (body: SegmentBody) => {
      if (id === undefined) await callEndpoint(segments.createSegment, { body })
      else await callEndpoint(segments.updateSegment, { params: { id }, body })
    },
    meta: { success: text.saved, failure: text.saveFailed },
  })
}

export function useDeleteSegment() {
  return useMutation({
    mutationFn: (id: number) => callEndpoint(segments.deleteSegment, { params: { id } }),
    meta: { success: text.deleted, failure: text.deleteFailed },
  })
}

export interface Choice {
  value: string
  label: string
}

/** Clubs, activities and tags that conditions refer to, as options of select fields. */
export function useConditionChoices(): Record<'clubs' | 'activities' | 'tags', Choice[]> {
  const clubs = useActiveClubs(undefined)
  const activities = useQuery(buildQueryOptions(listActivities, { query: { page: 1, pageSize: 100 } }))
  const tags = useQuery(buildQueryOptions(listTags))
  return {
    clubs: clubs.data?.map(({ id, name }) => ({ value: String(id), label: name })) ?? [],
    activities:
      activities.data?.map(activity => ({
        value: String(activity.id),
        label: chooseVersion(activity).title,
      })) ?? [],
    tags: tags.data?.map(({ id, name }) => ({ value: String(id), label: name })) ?? [],
  }
}
