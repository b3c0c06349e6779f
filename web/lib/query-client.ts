import { QueryClient } from '@tanstack/react-query'
import { request } from './api.ts'

/** The query key is the URL. Nothing goes stale, refetches or retries by itself: what changes says so. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      queryFn: ({ queryKey }) => request('GET', String(queryKey[0])),
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchInterval: false,
      retry: false,
    },
    mutations: { retry: false },
  },
})
