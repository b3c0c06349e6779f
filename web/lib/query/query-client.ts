import { MutationCache, type Query, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query'
import { readCurrentUser } from '#shared/contracts/auth/auth.endpoints.ts'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { Topic } from '#shared/realtime/topics.ts'
import { ApiError, callEndpoint, hasErrorStatus, setInvalidatedTopicListener } from '#web/lib/http/api.ts'
import { hasCachedResponses } from '#web/lib/offline/displayed-cached-responses.ts'
import { finishDeferredSignOut } from '#web/lib/session/deferred-sign-out.ts'
import { storeSignedOutHintCookie } from '#web/lib/session/signed-out-hint.ts'

/** Text of a toast. A string gets the default title for success or failure. An object has its own title. */
export type ToastText = string | { title: string; text: string }

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Toast after a successful mutation, which may depend on the response. Without it, success shows no toast. */
      success?: ToastText | ((data: unknown) => ToastText)
      /** Toast after a failed mutation for which the server sent no message to the user. */
      failure?: string
    }
  }
}

export const currentUserKey = [readCurrentUser.path] as const

/** The signed-in user, or null if nobody is signed in. If the request fails, the last known user is kept. */
export const currentUserQuery = queryOptions({
  queryKey: currentUserKey,
  queryFn: async (): Promise<CurrentUser | null> => {
    if (await finishDeferredSignOut()) return null
    try {
      return await callEndpoint(readCurrentUser)
    } catch (error) {
      if (!isSignedOutError(error)) throw error
      storeSignedOutHintCookie()
      return null
    }
  },
})

function isSignedOutError(error: unknown): boolean {
  return hasErrorStatus(error, 401)
}

/** After a refused request, clears (status 401) or refetches (status 403) the cached signed-in user. */
function updateCurrentUserAfterRefusal(error: unknown): void {
  if (isSignedOutError(error)) queryClient.setQueryData(currentUserKey, null)
  else if (hasErrorStatus(error, 403)) void queryClient.invalidateQueries({ queryKey: currentUserKey })
}

/** Shows a toast. The code is loaded with the first toast, so that the login screen does not include it. */
async function loadAndShowToast(kind: 'success' | 'failure', text: ToastText): Promise<void> {
  const { showToast } = await import('./toast.ts')
  await showToast(kind, text)
}

/** Refetches the queries of the topics (kinds of data), except those fetched within the last `age` milliseconds. */
export async function refetchQueriesOfTopics(topics: Topic[], age = 0): Promise<void> {
  const before = Date.now() - age
  // The list of URLs per topic (kind of data) is loaded on demand. If this fails, all queries are refetched.
  const urls = await import('#shared/realtime/topics.ts').then(
    ({ listUrlsInvalidatedByTopics: addressesOf }) => addressesOf(topics),
    () => ['/'],
  )
  const isAffected = ({ queryKey, state }: Query) =>
    (age === 0 || state.dataUpdatedAt <= before) && urls.some(url => String(queryKey[0]).startsWith(url))
  // A response in flight may have been read before the data changed, so its query is fetched once more.
  for (const query of age === 0 ? queryClient.getQueryCache().findAll({ predicate: isAffected }) : []) {
    const { queryKey, promise, state } = query
    if (state.fetchStatus !== 'fetching' || state.data !== undefined) continue
    const refetchQuery = () => queryClient.invalidateQueries({ queryKey, exact: true })
    void promise?.then(refetchQuery, () => {})
  }
  await queryClient.invalidateQueries({ predicate: isAffected })
}

let refreshing: Promise<void> = Promise.resolve()
setInvalidatedTopicListener(topics => {
  refreshing = refetchQueriesOfTopics(topics)
})

/** Queries never refetch or retry by themselves, because the server reports which data a change affects. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    // The first refused request shows that the session has expired. The app then redirects to the login screen.
    onError: (error, { queryKey }) => {
      if (queryKey[0] === currentUserKey[0]) console.error(error)
      else updateCurrentUserAfterRefusal(error)
    },
  }),
  mutationCache: new MutationCache({
    onSuccess: async (data, _variables, _result, { meta }) => {
      const toastText = typeof meta?.success === 'function' ? meta.success(data) : meta?.success
      if (toastText) void loadAndShowToast('success', toastText)
      // A mutation (data change) counts as pending until the screen shows the refetched data.
      await refreshing
    },
    onError: (error, _variables, _result, { meta }) => {
      updateCurrentUserAfterRefusal(error)
      const toastText = error instanceof ApiError ? error.text : ''
      if (meta?.failure) void loadAndShowToast('failure', toastText || meta.failure)
      // An HTTP status 404 or 409 suggests that the data on the screen was outdated.
      if (hasErrorStatus(error, 404, 409)) void refetchQueriesOfTopics(['everything'])
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
      // Requests are sent even if the browser reports no network, because the offline cache may have their response.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

// When nobody is signed in, the offline response cache of the previous user is deleted.
queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type !== 'updated' || query.queryKey[0] !== currentUserKey[0] || query.state.data !== null) return
  if (hasCachedResponses())
    void import('#web/lib/offline/response-cache.ts').then(({ clearResponseCache: forgetKept }) =>
      forgetKept(),
    )
})
