import { useMutation, useQuery } from '@tanstack/react-query'
import { readPush, setQuietHours, turnPushOff } from '#shared/contracts/push.endpoints.ts'
import type { PushDevice, QuietHours } from '#shared/contracts/push.ts'
import { call, query } from '#web/lib/api.ts'
import { turnOffHere, turnOnHere } from '#web/lib/push.ts'
import { pushText, quietText } from './push.text.ts'

export function usePush() {
  return useQuery(query(readPush))
}

export function useTurnOn(userId: number) {
  return useMutation({ mutationFn: () => turnOnHere(userId), meta: { failure: pushText.failed } })
}

export function useTurnOff() {
  return useMutation({
    mutationFn: async ({ id, isCurrent }: PushDevice) => {
      await call(turnPushOff, { params: { id } })
      if (isCurrent) await turnOffHere()
    },
    meta: { success: pushText.removed, failure: pushText.removeFailed },
  })
}

export function useSetQuietHours() {
  return useMutation({
    mutationFn: (quietHours: QuietHours | null) => call(setQuietHours, { body: { quietHours } }),
    meta: { failure: quietText.failed },
  })
}
