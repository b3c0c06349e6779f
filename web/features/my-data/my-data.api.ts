import { useMutation, useQuery } from '@tanstack/react-query'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import type { DataAnswer, DataDownload, EraseBody } from '#shared/contracts/my-data.ts'
import { request } from '#web/lib/api.ts'
import { forgetKeys } from '#web/lib/e2ee/key-store.ts'
import { meKey, queryClient, refresh } from '#web/lib/query-client.ts'

export function useMyData() {
  return useQuery<DataAnswer>({
    queryKey: ['/api/account/data'],
    // While it is being made: an account that waits has no live connection that would tell.
    refetchInterval: ({ state }) => (state.data?.download?.status === 'waiting' ? 1500 : false),
  })
}

export function useRequestData() {
  return useMutation({
    mutationFn: () => request<DataDownload>('POST', '/api/account/data'),
    meta: { invalidates: ['/api/account/data'] },
  })
}

export function useEraseAccount() {
  return useMutation({
    mutationFn: (body: EraseBody) => request('POST', '/api/account/erase', body),
    // A proof that was good when the page was opened may be too old by now.
    onError: () => refresh(['/api/account']),
    // Nothing of this person stays behind, not even in memory. A new page is the surest way.
    onSuccess: async () => {
      const me = queryClient.getQueryData<CurrentUser>(meKey)
      if (me) await forgetKeys(me.id).catch(() => {})
      queryClient.clear()
      sessionStorage.clear()
      window.location.replace('/login?notice=erased')
    },
  })
}
