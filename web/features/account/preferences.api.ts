import { useMutation, useQuery } from '@tanstack/react-query'
import { listPreferences, setPreference } from '#shared/contracts/account.endpoints.ts'
import type { Preference } from '#shared/contracts/preferences.ts'
import { call, query } from '#web/lib/api.ts'
import { preferencesText } from './settings.text.ts'

export function usePreferences() {
  return useQuery(query(listPreferences))
}

export function useSetPreference() {
  return useMutation({
    mutationFn: (body: Preference) => call(setPreference, { body }),
    meta: { failure: preferencesText.failed },
  })
}
