import { useMutation, useQuery } from '@tanstack/react-query'
import {
  createInvitation,
  listInvitations,
  listInvited,
  revokeInvitation,
} from '#shared/contracts/invitations.endpoints.ts'
import type { BodyOf } from '#shared/endpoint.ts'
import { call, query } from '#web/lib/api.ts'
import { invitationText as text } from './invitations.text.ts'

export function useInvitations() {
  return useQuery(query(listInvitations))
}

export function useInvited(id: string) {
  return useQuery(query(listInvited, { params: { id } }))
}

export function useCreateInvitation() {
  return useMutation({
    mutationFn: (body: BodyOf<typeof createInvitation>) => call(createInvitation, { body }),
  })
}

export function useRevoke() {
  return useMutation({
    mutationFn: (id: string) => call(revokeInvitation, { params: { id } }),
    meta: { success: text.revoked, failure: text.failed },
  })
}
