import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { viewId } from '#web/features/users/UserActions.tsx'
import { focusLater } from '#web/lib/focus.ts'
import type { ListSearch } from '#web/lib/search.ts'

export type AnalyticsPath = '/analytics' | '/communication-analytics' | '/web-analytics'
type ListPath =
  | '/members'
  | '/member-approval'
  | '/user-management'
  | '/clubs'
  | '/clubs/$id'
  | '/activities'
  | '/communication'
  | AnalyticsPath

/** Filters, page and the open drawer, all in the address: a view can be linked, and survives a reload. */
export function useListPage(path: ListPath) {
  const search: ListSearch = useSearch({ from: `/shell${path}` })
  const navigate = useNavigate()
  const set = useCallback(
    (change: ListSearch, isStep = false) =>
      navigate({
        to: path,
        params: true,
        search: (before: ListSearch) => ({ ...before, ...change }),
        // Letters of a search are not steps that one goes back through.
        replace: !isStep,
        resetScroll: false,
      }),
    [navigate, path],
  )
  return {
    search,
    page: search.page ?? 1,
    onFilter: useCallback((change: ListSearch) => set({ ...change, page: undefined }), [set]),
    onPage: useCallback((page: number) => set({ page }, true), [set]),
    onView: (user: number) => set({ user }, true),
    /** The drawer; focus goes back to the button that opened it. */
    onClose: () => {
      if (search.user) focusLater(viewId(search.user))
      return set({ user: undefined })
    },
    waiting: { page: search.waiting ?? 1, onPage: (waiting: number) => set({ waiting }, true) },
    set,
  }
}
