import { useMutation, useQuery } from '@tanstack/react-query'
import * as offices from '#shared/contracts/offices/offices.endpoints.ts'
import type { Term } from '#shared/contracts/offices/offices.schemas.ts'
import { listUsers } from '#shared/contracts/users/users.endpoints.ts'
import type { RosterRole } from '#shared/e2ee/roster.ts'
import { ownText, officesText as text } from '#texts/offices.ts'
import { buildQueryOptions, callEndpoint } from '#web/lib/http/api.ts'
import { buildQueryOptionsForListPage, type Page } from '#web/lib/query/paged-queries.ts'

export const officePageSize = 10

/** Term of office as a list row. The `id` is unique, although roles and appointments can have equal ids. */
export type TermRow = Omit<Term, 'id'> & { id: string; termId: number }

function buildOfficeTermRows({ rows, ...page }: Page<Term>): Page<TermRow> {
  return {
    ...page,
    rows: rows.map(term => ({ ...term, id: `${term.isAppointed} ${term.id}`, termId: term.id })),
  }
}

export function useOffices(held: 'now' | 'before', page: number) {
  return useQuery({
    ...buildQueryOptionsForListPage(offices.listOffices, { query: { held, page, pageSize: officePageSize } }),
    select: buildOfficeTermRows,
  })
}

export function useVacantOffices() {
  return useQuery(buildQueryOptions(offices.listVacancies))
}

export function useOfficeHeldByCurrentUser() {
  return useQuery(buildQueryOptions(offices.readOwnOffice))
}

/** Searches active members who could take over the office, within the user's club or country. */
export function useSuccessorCandidates(search: string, isEnabled: boolean) {
  return useQuery({
    ...buildQueryOptionsForListPage(listUsers, {
      query: { search, status: 'active', role: 'member', page: 1, pageSize: 10 },
    }),
    enabled: isEnabled,
  })
}

export function useSetEndOfOfficeTerm() {
  return useMutation({
    mutationFn: ({ id, endsOn }: { id: number; endsOn: string | null }) =>
      callEndpoint(offices.setOfficeTerm, { params: { id }, body: { endsOn } }),
    meta: { success: text.saved, failure: text.saveFailed },
  })
}

/**
 * Signs the successor's role in encrypted club groups. Callers ignore a failure, because other admins can sign later.
 */
async function signRolesOfSuccessor(successorId: number, role: RosterRole): Promise<boolean> {
  const { signSuccessorRoleInEncryptedGroups } = await import('./sign-successor-role-in-encrypted-groups.ts')
  return signSuccessorRoleInEncryptedGroups(successorId, role)
}

export function useOfferOfficeHandover() {
  return useMutation({
    mutationFn: async (toId: number) => {
      await callEndpoint(offices.offerHandover, { body: { toId } })
      return signRolesOfSuccessor(toId, 'admin').catch(() => false)
    },
    meta: {
      success: isSigned =>
        isSigned ? ownText.offerDone : { title: ownText.offerDone, text: ownText.notSigned },
      failure: ownText.offerFailed,
    },
  })
}

/** Withdraws the offer to hand over an office and removes the successor's admin role in the encrypted groups. */
export function useWithdrawOfficeHandover() {
  return useMutation({
    mutationFn: async ({ id, personId }: { id: number; personId: number }) => {
      await callEndpoint(offices.endHandover, { params: { id } })
      await signRolesOfSuccessor(personId, 'member').catch(() => false)
    },
    meta: { success: ownText.endDone, failure: ownText.endFailed },
  })
}

export function useAcceptOfficeHandover() {
  return useMutation({
    mutationFn: (id: number) => callEndpoint(offices.acceptHandover, { params: { id } }),
    meta: { success: ownText.accepted, failure: ownText.acceptFailed },
  })
}

export function useDeclineOfficeHandover() {
  return useMutation({
    mutationFn: (id: number) => callEndpoint(offices.endHandover, { params: { id } }),
    meta: { success: ownText.endDone, failure: ownText.endFailed },
  })
}
