import { useMutation, useQuery } from '@tanstack/react-query'
import {
  createInvitation,
  listInvitations,
  listInvited,
  revokeInvitation,
} from '#shared/contracts/invitations/invitations.endpoints.ts'
import type { BodyOf } from '#shared/endpoint.ts'
import { invitationText as text } from '#texts/invitations.ts'
import { buildQueryOptions, callEndpoint } from '#web/lib/http/api.ts'

export function useInvitations() {
  return useQuery(buildQueryOptions(listInvitations))
}

export function useInvitedPeople(id: string) {
  return useQuery(buildQueryOptions(listInvited, { params: { id } }))
}

export function useCreateInvitation() {
  return useMutation({
    mutationFn: (body: BodyOf<typeof createInvitation>) => callEndpoint(createInvitation, { body }),
  })
}

export function useRevokeInvitation() {
  return useMutation({
    mutationFn: (id: string) => callEndpoint(revokeInvitation, { params: { id } }),
    meta: { success: text.revoked, failure: text.failed },
  })
}
