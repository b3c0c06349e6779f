import { useMutation, useQuery } from '@tanstack/react-query'
import { listViews, removeView, saveView } from '#shared/contracts/users/views.endpoints.ts'
import type { ViewBody } from '#shared/contracts/users/views.schemas.ts'
import { viewText as text } from '#texts/saved-views.ts'
import { buildQueryOptions, callEndpoint } from '#web/lib/http/api.ts'

/** Fetches the saved list views at every opening, because no event reports views shared by other users. */
export function useSavedListViews(list: ViewBody['list']) {
  return useQuery({ ...buildQueryOptions(listViews, { query: { list } }), staleTime: 0 })
}

export function useSaveListView() {
  return useMutation({
    mutationFn: (body: ViewBody) => callEndpoint(saveView, { body }),
    meta: { success: text.saved, failure: text.saveFailed },
  })
}

export function useDeleteSavedView() {
  return useMutation({
    mutationFn: (id: number) => callEndpoint(removeView, { params: { id } }),
    meta: { failure: text.removeFailed },
  })
}
