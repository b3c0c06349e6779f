import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Profile, ProfileInput, Unmasking } from '#shared/contracts/profile.ts'
import { request } from '#web/lib/api.ts'
import { shrinkImage, uploadFile } from '#web/lib/upload.ts'
import { profileText } from './profile.text.ts'

const updateProfile = (body: ProfileInput) => request('PUT', '/api/profile', body)
export function useProfile() {
  return useQuery<Profile>({ queryKey: ['/api/profile'] })
}

export function useUnmaskings() {
  return useQuery<Unmasking[]>({ queryKey: ['/api/profile/unmaskings'] })
}

const invalidates = ['/api/auth/me', '/api/profile']

export function useRemovePhotograph() {
  return useMutation({
    mutationFn: () => updateProfile({ profileImageId: null }),
    meta: { invalidates, success: profileText.removed, failure: profileText.failed },
  })
}

/** Twice the size it is kept in, so that the crop still has enough to take from. */
const longestSide = 1024

/** `progress`: how much of the photograph has travelled, from 0 to 1. */
export function useChangePhotograph() {
  const [progress, setProgress] = useState(0)
  const mutation = useMutation({
    mutationFn: async (file: File) => {
      setProgress(0)
      const small = await shrinkImage(file, longestSide)
      const { id } = await uploadFile('profile_image', small, file.name, { onProgress: setProgress })
      await updateProfile({ profileImageId: id })
    },
    meta: { invalidates, success: profileText.saved, failure: profileText.failed },
  })
  return { ...mutation, progress }
}
