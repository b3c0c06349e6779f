import { useMutation, useQuery } from '@tanstack/react-query'
import type { Preference } from '#shared/contracts/preferences.ts'
import { request } from '#web/lib/api.ts'
import { preferencesText } from './settings.text.ts'

export function usePreferences() {
  return useQuery<Preference[]>({ queryKey: ['/api/account/preferences'] })
}

export function useSetPreference() {
  return useMutation({
    mutationFn: (body: Preference) => request('PUT', '/api/account/preferences', body),
    meta: { invalidates: ['/api/account/preferences'], failure: preferencesText.failed },
  })
}
