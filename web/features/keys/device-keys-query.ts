import { queryClient } from '#web/lib/query/query-client.ts'

export const deviceKeysQueryKey = ['device-keys']

/** Reads the keys of this device again wherever a screen shows them. Resolves when the screens have the new ones. */
export const refetchDeviceKeys = () => queryClient.invalidateQueries({ queryKey: deviceKeysQueryKey })
