import { useMutation, useQuery } from '@tanstack/react-query'
import * as tags from '#shared/contracts/users/tags.endpoints.ts'
import type { TagOfUser } from '#shared/contracts/users/tags.schemas.ts'
import { tagText as text } from '#texts/tags.ts'
import { buildQueryOptions, callEndpoint } from '#web/lib/http/api.ts'

/** Fetches the tags of the user's own club, country or headquarters. */
export function useTags(isEnabled = true) {
  return useQuery({ ...buildQueryOptions(tags.listTags), enabled: isEnabled })
}

/** Returns the name of a tag. A tag of another club or country is unknown, so its number is returned. */
export function useTagName(id: number | undefined): string | undefined {
  const tags = useTags(id !== undefined)
  if (id === undefined || !tags.data) return undefined
  return tags.data.find(tag => tag.id === id)?.name ?? String(id)
}

/** Fetches the tags of the listed users, by user id. Empty until loaded. */
export function useTagsOfUsers(ids: number[], isEnabled = true): Map<number, TagOfUser[]> {
  const query = useQuery({
    ...buildQueryOptions(tags.listTagsOfUsers, { query: { ids: ids.join(',') } }),
    enabled: isEnabled && ids.length > 0,
  })
  return new Map(query.data?.map(({ userId, tags: listed }) => [userId, listed]))
}

export function useCreateTag() {
  return useMutation({
    mutationFn: (name: string) => callEndpoint(tags.createTag, { body: { name } }),
    meta: { failure: text.saveFailed },
  })
}

export function useRenameTag() {
  return useMutation({
    mutationFn: ({ id, name }: { id: number; name: string }) =>
      callEndpoint(tags.renameTag, { params: { id }, body: { name } }),
    meta: { success: text.renamed, failure: text.saveFailed },
  })
}

export function useDeleteTag() {
  return useMutation({
    mutationFn: (id: number) => callEndpoint(tags.removeTag, { params: { id } }),
    meta: { success: text.removed, failure: text.removeFailed },
  })
}

/** Adds a tag to users, or removes it from them, in one request. */
export function addOrRemoveTagOfUsers(change: 'add' | 'remove', tagId: number, ids: number[]) {
  return callEndpoint(change === 'add' ? tags.tagUsers : tags.untagUsers, { body: { ids, tagId } })
}

/** Adds a tag to one user, or removes it. A refusal by the server is shown like a failed request. */
export function useAddOrRemoveUserTag(userId: number) {
  return useMutation({
    mutationFn: async ({ change, tagId }: { change: 'add' | 'remove'; tagId: number }) => {
      const [outcome] = await addOrRemoveTagOfUsers(change, tagId, [userId])
      if (!outcome?.ok) throw new Error(outcome?.message ?? text.saveFailed)
    },
    meta: { failure: text.saveFailed },
  })
}
