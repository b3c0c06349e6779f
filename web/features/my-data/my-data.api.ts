import { useMutation, useQuery } from '@tanstack/react-query'
import {
  eraseAccount,
  findDownload,
  openDownload,
  requestDownload,
} from '#shared/contracts/my-data.endpoints.ts'
import type { ProofBody } from '#shared/contracts/password.ts'
import { addressOf, call, query } from '#web/lib/api.ts'
import { forgetKeys } from '#web/lib/e2ee/key-store.ts'
import { leaveDevice } from '#web/lib/leave-device.ts'
import { meQuery, queryClient, refresh } from '#web/lib/query-client.ts'

export function useMyData() {
  return useQuery({
    ...query(findDownload),
    // While it is being made: an account that waits has no live connection that would tell.
    refetchInterval: ({ state }) => (state.data?.download?.status === 'waiting' ? 1500 : false),
  })
}

export function useRequestData() {
  return useMutation({ mutationFn: () => call(requestDownload) })
}

export function downloadUrl(id: string): string {
  return addressOf(openDownload, { params: { id } })
}

export function useEraseAccount() {
  return useMutation({
    mutationFn: async (body: ProofBody) => {
      // Asked before: once the account is gone, nobody is signed in any more.
      const me = queryClient.getQueryData(meQuery.queryKey)
      await call(eraseAccount, { body })
      if (me) await forgetKeys(me.id).catch(() => {})
    },
    // A proof that was good when the page was opened may be too old by now.
    onError: () => refresh(['account']),
    onSuccess: () => leaveDevice('/login?notice=erased'),
  })
}
