import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listUnmaskings, readProfile, updateProfile } from '#shared/contracts/profile/profile.endpoints.ts'
import { profileText } from '#texts/profile.ts'
import { buildQueryOptions, callEndpoint } from '#web/lib/http/api.ts'
import { shrinkImage, uploadFile } from '#web/lib/http/upload.ts'

export function useProfile() {
  return useQuery(buildQueryOptions(readProfile))
}

export function useIdentityNumberRevealLog() {
  return useQuery(buildQueryOptions(listUnmaskings))
}

export function useRemoveProfileImage() {
  return useMutation({
    mutationFn: () => callEndpoint(updateProfile, { body: { profileImageId: null } }),
    meta: { success: profileText.removed, failure: profileText.failed },
  })
}

/**
 * Longest side in pixels of an uploaded profile image: twice the size that the server stores, because the server crops
 * it.
 */
const longestSide = 1024

/** Uploads a profile image. `progress` is the uploaded fraction of the file, from 0 to 1. */
export function useChangeProfileImage() {
  const [progress, setProgress] = useState(0)
  const mutation = useMutation({
    mutationFn: async (file: File) => {
      setProgress(0)
      const small = await shrinkImage(file, longestSide)
      const { id } = await uploadFile('profile_image', small, file.name, { onProgress: setProgress })
      await callEndpoint(updateProfile, { body: { profileImageId: id } })
    },
    meta: { success: profileText.saved, failure: profileText.failed },
  })
  return { ...mutation, progress }
}
