import { MutationCache, type Query, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query'
import { readMe } from '#shared/contracts/auth.endpoints.ts'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import type { Topic } from '#shared/contracts/topics.ts'
import { ApiError, call, hasStatus, onTouched } from './api.ts'
import { finishLeaving } from './leaving.ts'
import { hasKept } from './recalled.ts'
import { noteNobody } from './signed-hint.ts'

/** Under the usual title, or under one of its own where it is neither simply a success nor a failure. */
export type Said = string | { title: string; text: string }

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** What to say when it worked, also by what came of it; nothing said without it. */
      success?: Said | ((data: unknown) => Said)
      /** What to say when it failed and the server had no words of its own. */
      failure?: string
    }
  }
}

export const meKey = [readMe.path] as const

/** Null when signed out. Where the lookup fails nobody is known yet, and whoever was known before still is. */
export const meQuery = queryOptions({
  queryKey: meKey,
  queryFn: async (): Promise<CurrentUser | null> => {
    if (await finishLeaving()) return null
    try {
      return await call(readMe)
    } catch (error) {
      if (!isSignedOut(error)) throw error
      noteNobody()
      return null
    }
  },
})

function isSignedOut(error: unknown): boolean {
  return hasStatus(error, 401)
}

/** A call that is refused may mean that the person is no longer who the screen thinks: signed out, or changed. */
function reconsiderPerson(error: unknown): void {
  if (isSignedOut(error)) queryClient.setQueryData(meKey, null)
  else if (hasStatus(error, 403)) void queryClient.invalidateQueries({ queryKey: meKey })
}

/** Loaded when there is something to say, so that the login screen does not carry it. */
async function toast(kind: 'success' | 'failure', said: Said): Promise<void> {
  const { showToast } = await import('./toast.ts')
  await showToast(kind, said)
}

/** What these topics name has changed; with an `age` (ms), what is younger than that knows of it. */
export async function refresh(topics: Topic[], age = 0): Promise<void> {
  const before = Date.now() - age
  // Fetched with the first change: whoever has not signed in yet sees none. Without it everything is looked up.
  const urls = await import('#shared/contracts/topics.ts').then(
    ({ addressesOf }) => addressesOf(topics),
    () => ['/'],
  )
  const isConcerned = ({ queryKey, state }: Query) =>
    (age === 0 || state.dataUpdatedAt <= before) && urls.some(url => String(queryKey[0]).startsWith(url))
  // What is on its way for the first time may have been read before the change, and would count as new.
  for (const query of age === 0 ? queryClient.getQueryCache().findAll({ predicate: isConcerned }) : []) {
    const { queryKey, promise, state } = query
    if (state.fetchStatus !== 'fetching' || state.data !== undefined) continue
    const again = () => queryClient.invalidateQueries({ queryKey, exact: true })
    void promise?.then(again, () => {})
  }
  await queryClient.invalidateQueries({ predicate: isConcerned })
}

let refreshing: Promise<void> = Promise.resolve()
onTouched(topics => {
  refreshing = refresh(topics)
})

/** Nothing goes stale, refetches or retries by itself: the server says what a change has touched. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    // A session that ended shows at the first call that notices; the shell then leads to the login.
    onError: (error, { queryKey }) => {
      if (queryKey[0] === meKey[0]) console.error(error)
      else reconsiderPerson(error)
    },
  }),
  mutationCache: new MutationCache({
    onSuccess: async (data, _variables, _result, { meta }) => {
      const words = typeof meta?.success === 'function' ? meta.success(data) : meta?.success
      if (words) void toast('success', words)
      // Not over before the screen shows what came of it.
      await refreshing
    },
    onError: (error, _variables, _result, { meta }) => {
      reconsiderPerson(error)
      const words = error instanceof ApiError ? error.text : ''
      if (meta?.failure) void toast('failure', words || meta.failure)
      // What was refused may be because the screen was not up to date.
      if (hasStatus(error, 404, 409)) void refresh(['everything'])
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      refetchInterval: false,
      retry: false,
      // Whether there is a network shows when something is asked for; without one, what is kept here may answer.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

// Nobody is signed in: nothing of whoever was stays on the device.
queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type !== 'updated' || query.queryKey[0] !== meKey[0] || query.state.data !== null) return
  if (hasKept()) void import('./kept.ts').then(({ forgetKept }) => forgetKept())
})
