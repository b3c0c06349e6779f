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
    // Polls while the download is being prepared, because a pending account has no live connection.
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
      // The current user is read before the erasure request, because nobody is signed in afterwards.
      const currentUser = queryClient.getQueryData(meQuery.queryKey)
      await call(eraseAccount, { body })
      if (currentUser) await forgetKeys(currentUser.id).catch(() => {})
    },
    // The re-authentication may have expired since the page was opened, so its state is read again.
    onError: () => refresh(['account']),
    onSuccess: () => leaveDevice('/login?notice=erased'),
  })
}
