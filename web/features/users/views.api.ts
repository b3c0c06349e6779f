import { useMutation, useQuery } from '@tanstack/react-query'
import { listViews, removeView, saveView } from '#shared/contracts/views.endpoints.ts'
import type { ViewBody } from '#shared/contracts/views.ts'
import { call, query } from '#web/lib/api.ts'
import { viewText as text } from './views.text.ts'

/** Fetches the saved views on every opening, because no event reports views shared by other users. */
export function useViews(list: ViewBody['list']) {
  return useQuery({ ...query(listViews, { query: { list } }), staleTime: 0 })
}

export function useSaveView() {
  return useMutation({
    mutationFn: (body: ViewBody) => call(saveView, { body }),
    meta: { success: text.saved, failure: text.saveFailed },
  })
}

export function useRemoveView() {
  return useMutation({
    mutationFn: (id: number) => call(removeView, { params: { id } }),
    meta: { failure: text.removeFailed },
  })
}
