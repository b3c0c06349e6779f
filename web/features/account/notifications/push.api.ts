import { useMutation, useQuery } from '@tanstack/react-query'
import { readPush, setQuietHours, turnPushOff } from '#shared/contracts/account/push.endpoints.ts'
import type { PushDevice, QuietHours } from '#shared/contracts/account/push.schemas.ts'
import { pushText, quietText } from '#texts/push.ts'
import { disablePush, enablePush } from '#web/lib/device/push-subscription.ts'
import { buildQueryOptions, callEndpoint } from '#web/lib/http/api.ts'

export function usePushSettings() {
  return useQuery(buildQueryOptions(readPush))
}

export function useEnablePushOnThisDevice(userId: number) {
  return useMutation({ mutationFn: () => enablePush(userId), meta: { failure: pushText.failed } })
}

export function useDisablePush() {
  return useMutation({
    mutationFn: async ({ id, isCurrent }: PushDevice) => {
      await callEndpoint(turnPushOff, { params: { id } })
      if (isCurrent) await disablePush()
    },
    meta: { success: pushText.removed, failure: pushText.removeFailed },
  })
}

export function useSetQuietHours() {
  return useMutation({
    mutationFn: (quietHours: QuietHours | null) => callEndpoint(setQuietHours, { body: { quietHours } }),
    meta: { failure: quietText.failed },
  })
}
