import { useMutation, useQuery } from '@tanstack/react-query'
import type { MessageAnswer } from '#shared/contracts/answers.ts'
import type { ClubOption } from '#shared/contracts/clubs.ts'
import type { Profile } from '#shared/contracts/profile.ts'
import { request } from '#web/lib/api.ts'
import { withQuery } from '#web/lib/paging.ts'
import { completeText } from './registration.text.ts'

export function useRegister() {
  return useMutation({
    mutationFn: (body: unknown) => request<MessageAnswer>('POST', '/api/auth/register', body),
    meta: { invalidates: ['/api/users', '/api/dashboard'] },
  })
}

export function useClubOptions(country: string) {
  return useQuery<ClubOption[]>({
    queryKey: [withQuery('/api/clubs/options', { country })],
    enabled: country !== '',
  })
}

export function useProfile() {
  return useQuery<Profile>({ queryKey: ['/api/profile'] })
}

/** `applyAgain`: after a rejection; saved first, so that whoever decides sees what was corrected. */
export function useCompleteProfile({ applyAgain }: { applyAgain: boolean }) {
  return useMutation({
    mutationFn: async (body: unknown) => {
      await request('PUT', '/api/profile', body)
      if (applyAgain) await request('POST', '/api/profile/apply-again')
    },
    meta: { invalidates: ['/api/profile', ...(applyAgain ? ['/api/auth/me'] : [])] },
  })
}

/** Of a member: said in a toast, because the form stays as it is. */
export function useSaveProfile() {
  return useMutation({
    mutationFn: (body: unknown) => request('PUT', '/api/profile', body),
    meta: { invalidates: ['/api/profile', '/api/auth/me'], success: completeText.saved },
  })
}

export function useResendConfirmation() {
  return useMutation({
    mutationFn: () => request<MessageAnswer>('POST', '/api/auth/resend-confirmation'),
  })
}
