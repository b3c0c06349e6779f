import { queryClient } from '#web/lib/query/query-client.ts'

export const deviceKeysQueryKey = ['device-keys']

/** Reloads the state of this device's encryption keys in all open screens. Resolves when the screens show it. */
export const refetchDeviceKeys = () => queryClient.invalidateQueries({ queryKey: deviceKeysQueryKey })
