import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { commonText } from '#texts/common.ts'
import { startDirectConversation } from './start-conversation.ts'

/** Opens the direct conversation with a user. If there is none, the server creates it. */
export function useNavigateToDirectMessage() {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: startDirectConversation,
    onSuccess: ({ id }) => navigate({ to: '/communication', search: { group: id, tab: 'custom' } }),
    meta: { failure: commonText.conversationNotOpened },
  })
}
