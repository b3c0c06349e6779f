import { useCallback } from 'react'

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
