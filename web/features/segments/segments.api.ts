import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { listActivities } from '#shared/contracts/activities/activities.endpoints.ts'
import { listFieldColumns } from '#shared/contracts/custom-fields/custom-fields.endpoints.ts'
import type { CustomField } from '#shared/contracts/custom-fields/custom-fields.schemas.ts'
import { listFeePlans } from '#shared/contracts/fees/fees.endpoints.ts'
import { listRollCalls } from '#shared/contracts/roll-calls/roll-calls.endpoints.ts'
import type { SegmentDefinition } from '#shared/contracts/segments/conditions.schemas.ts'
import * as segments from '#shared/contracts/segments/segments.endpoints.ts'
import type { BreakdownDimension, SegmentBody } from '#shared/contracts/segments/segments.schemas.ts'
import { listTags } from '#shared/contracts/users/tags.endpoints.ts'
import { putTranslationInReaderLanguageFirst } from '#shared/language/put-translation-in-reader-language-first.ts'
import { can } from '#shared/policies.ts'
import { segmentText as text } from '#texts/segments.ts'
import { formatDate } from '#web/lib/format/format.ts'
import { buildQueryOptions, callEndpoint } from '#web/lib/http/api.ts'
import { currentUserQuery } from '#web/lib/query/query-client.ts'
import { useActiveClubs } from '#web/lib/query/use-club-options.ts'

/** Number of members who currently fulfil a segment's conditions, counted by the server. */
export function useSegmentMemberCount(definition: SegmentDefinition | undefined) {
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

/** Creates a segment, or changes the segment with the given `id`. */
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

interface ConditionChoices extends Record<'clubs' | 'activities' | 'tags' | 'rollCalls' | 'fees', Choice[]> {
  fields: CustomField[]
  /** Removed custom fields whose values are not yet deleted; undefined until all fields are loaded. */
  removedFields: CustomField[] | undefined
}

/**
 * Clubs, activities, tags, custom fields, roll calls and fees to which conditions can refer, as options for selects.
 */
export function useSegmentConditionChoices(): ConditionChoices {
  const { data: user } = useQuery(currentUserQuery)
  const fields = useQuery(buildQueryOptions(listFieldColumns, { query: {} }))
  const removedFields = useQuery(buildQueryOptions(listFieldColumns, { query: { isRemoved: 'true' } }))
  const rollCalls = useQuery({
    ...buildQueryOptions(listRollCalls),
    enabled: user !== undefined && user !== null && can(user, 'rollCalls.ask'),
  })
  const clubs = useActiveClubs(undefined)
  const activities = useQuery(buildQueryOptions(listActivities, { query: { page: 1, pageSize: 100 } }))
  const tags = useQuery(buildQueryOptions(listTags))
  const fees = useQuery(buildQueryOptions(listFeePlans))
  return {
    clubs: clubs.data?.map(({ id, name }) => ({ value: String(id), label: name })) ?? [],
    activities:
      activities.data?.map(activity => ({
        value: String(activity.id),
        label: putTranslationInReaderLanguageFirst(activity).title,
      })) ?? [],
    fields: fields.data ?? [],
    removedFields: fields.data && removedFields.data,
    rollCalls:
      rollCalls.data?.map(({ id, message, createdAt }) => ({
        value: String(id),
        label: `${formatDate(createdAt)} · ${message.slice(0, 60)}`,
      })) ?? [],
    tags: tags.data?.map(({ id, name }) => ({ value: String(id), label: name })) ?? [],
    fees:
      fees.data?.map(({ id, name, clubName }) => ({
        value: String(id),
        label: [name, clubName].filter(Boolean).join(' · '),
      })) ?? [],
  }
}
