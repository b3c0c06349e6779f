import { queryClient } from '#web/lib/query/query-client.ts'

export const deviceKeysQueryKey = ['device-keys']

/** Reloads the state of this device's encryption keys in all open screens, and resolves when they show it. */
export const refetchDeviceKeys = () => queryClient.invalidateQueries({ queryKey: deviceKeysQueryKey })
