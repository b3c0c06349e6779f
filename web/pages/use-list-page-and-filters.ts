import { defaultStringifySearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type DisplayOptions, readDisplayOptions } from '#web/features/users/users.search.ts'

/** Returns the page number of a list, and handlers that write the page number and filters to the URL. */
export function useListPageAndFilters<Search extends { page?: number }>({
  search,
  set,
}: {
  search: Search
  set: (change: Search | { page?: number }, isStep?: boolean) => unknown
}) {
  return {
    page: search.page ?? 1,
    /** Applies a filter to the list and returns to the first page. */
    onFilter: useCallback((change: Search) => set({ ...change, page: undefined }), [set]),
    onPage: useCallback((page: number) => set({ page }, true), [set]),
  }
}

/** Display options of a user list. The URL stores them with the filters, and saved list views contain both. */
export function useUserListDisplayOptions<Search extends DisplayOptions & { page?: number; user?: number }>({
  search,
  set,
  open,
}: {
  search: Search
  set: (change: DisplayOptions & { page?: number }) => unknown
  open: (search: string) => unknown
}) {
  const { page: _page, user: _user, ...viewSearch } = search
  return {
    look: readDisplayOptions(search),
    onLook: useCallback((change: DisplayOptions) => set({ ...change, page: undefined }), [set]),
    address: { search: defaultStringifySearch(viewSearch).replace(/^\?/, ''), onOpen: open },
  }
}
