import { useMutation, useQuery } from '@tanstack/react-query'
import { listPreferences, setPreference } from '#shared/contracts/account/account.endpoints.ts'
import type { Preference } from '#shared/contracts/account/preferences.schemas.ts'
import { preferencesText } from '#texts/settings.ts'
import { buildQueryOptions, callEndpoint } from '#web/lib/http/api.ts'

export function useNotificationPreferences() {
  return useQuery(buildQueryOptions(listPreferences))
}

export function useSetNotificationPreference() {
  return useMutation({
    mutationFn: (body: Preference) => callEndpoint(setPreference, { body }),
    meta: { failure: preferencesText.failed },
  })
}
