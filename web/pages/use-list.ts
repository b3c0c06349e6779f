import { defaultStringifySearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type Look, readLook } from '#web/features/users/users.search.ts'

/** The page of a list whose filters stand beside it in the address. */
export function useList<Search extends { page?: number }>({
  search,
  set,
}: {
  search: Search
  set: (change: Search | { page?: number }, isStep?: boolean) => unknown
}) {
  return {
    page: search.page ?? 1,
    /** What was found anew begins with its first page. */
    onFilter: useCallback((change: Search) => set({ ...change, page: undefined }), [set]),
    onPage: useCallback((page: number) => set({ page }, true), [set]),
  }
}

/** How a list of people is looked at, which stands in the address beside its filters and can be kept as a view. */
export function useLook<Search extends Look & { page?: number; user?: number }>({
  search,
  set,
  open,
}: {
  search: Search
  set: (change: Look & { page?: number }) => unknown
  open: (search: string) => unknown
}) {
  const { page: _page, user: _user, ...kept } = search
  return {
    look: readLook(search),
    onLook: useCallback((change: Look) => set({ ...change, page: undefined }), [set]),
    address: { search: defaultStringifySearch(kept).replace(/^\?/, ''), onOpen: open },
  }
}
