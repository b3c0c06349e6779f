import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { createGroup } from '#shared/contracts/chat/chat.endpoints.ts'
import { commonText } from '#texts/common.ts'
import { callEndpoint } from '#web/lib/http/api.ts'

/** Opens the direct conversation with a user; the server creates it if there is none. */
export function useOpenDirectMessage() {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (userId: number) =>
      callEndpoint(createGroup, { body: { direct: true, memberIds: [userId] } }),
    onSuccess: ({ id }) => navigate({ to: '/communication', search: { group: id, tab: 'custom' } }),
    meta: { failure: commonText.conversationNotOpened },
  })
}
