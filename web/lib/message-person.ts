import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { createGroup } from '#shared/contracts/chat.endpoints.ts'
import { call } from './api.ts'

const failed = 'Perbualan tidak dapat dibuka. Sila cuba lagi.'

/** Into the conversation with one person, which is found or made. */
export function useMessagePerson() {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (userId: number) => call(createGroup, { body: { direct: true, memberIds: [userId] } }),
    onSuccess: ({ id }) => navigate({ to: '/communication', search: { group: id, tab: 'custom' } }),
    meta: { failure: failed },
  })
}
