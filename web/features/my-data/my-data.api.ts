import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReauthenticationBody } from '#shared/contracts/auth/password.schemas.ts'
import {
  eraseAccount,
  findDataDownload,
  openDataDownload,
  requestDataDownload,
} from '#shared/contracts/my-data/my-data.endpoints.ts'
import { deleteDeviceDataAndRedirect } from '#web/lib/device/clear-device.ts'
import { deleteAllKeyData } from '#web/lib/e2ee/storage/key-store.ts'
import { buildEndpointUrl, buildQueryOptions, callEndpoint } from '#web/lib/http/api.ts'
import { currentUserQuery, queryClient, refetchQueriesOfTopics } from '#web/lib/query/query-client.ts'

export function useStatusOfPersonalDataDownload() {
  return useQuery({
    ...buildQueryOptions(findDataDownload),
    // Polls while the data download is being prepared, because accounts pending approval receive no live events.
    refetchInterval: ({ state }) => (state.data?.download?.status === 'waiting' ? 1500 : false),
  })
}

export function useRequestDownloadOfOwnData() {
  return useMutation({ mutationFn: () => callEndpoint(requestDataDownload) })
}

export function buildDataDownloadUrl(id: string): string {
  return buildEndpointUrl(openDataDownload, { params: { id } })
}

export function useEraseAccount() {
  return useMutation({
    mutationFn: async (body: ReauthenticationBody) => {
      // The current user is read before the account is erased, because nobody is signed in afterwards.
      const currentUser = queryClient.getQueryData(currentUserQuery.queryKey)
      await callEndpoint(eraseAccount, { body })
      if (currentUser) await deleteAllKeyData(currentUser.id).catch(() => {})
    },
    // After a failed erasure the account is reloaded, because its recent re-authentication may have expired.
    onError: () => refetchQueriesOfTopics(['account']),
    onSuccess: () => deleteDeviceDataAndRedirect('/login?notice=erased'),
  })
}
