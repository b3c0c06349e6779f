import { useMutation, useQuery } from '@tanstack/react-query'
import { listPreferences, setPreference } from '#shared/contracts/account.endpoints.ts'
import type { Preference } from '#shared/contracts/preferences.ts'
import { buildQuery, callEndpoint } from '#web/lib/api.ts'
import { preferencesText } from './settings.text.ts'

export function usePreferences() {
  return useQuery(buildQuery(listPreferences))
}

export function useSetPreference() {
  return useMutation({
    mutationFn: (body: Preference) => callEndpoint(setPreference, { body }),
    meta: { failure: preferencesText.failed },
  })
}
