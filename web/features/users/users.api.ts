import { useMutation, useQuery } from '@tanstack/react-query'
import type { UserSort } from '#shared/constants.ts'
import { countries, type Role } from '#shared/constants.ts'
import { listAudit } from '#shared/contracts/audit.endpoints.ts'
import { listClubs, readClub } from '#shared/contracts/clubs.endpoints.ts'
import * as users from '#shared/contracts/users.endpoints.ts'
import type { PlacementBody } from '#shared/contracts/users.ts'
import type { BodyOf } from '#shared/endpoint.ts'
import { addressOf, call, query } from '#web/lib/api.ts'
import { momentOfDay } from '#web/lib/format.ts'
import { pageQuery } from '#web/lib/pages.ts'
import { oneOf } from '#web/lib/search.ts'
import type { Held } from './use-grace.ts'
import type { UserFilter } from './users.search.ts'
import { decisionText as text } from './users.text.ts'

export const userPageSize = 10

/** Builds the query of a filter. `ids` is a comma-separated list that restricts the result to these users. */
function buildFilterQuery({ from, to, ...filter }: UserFilter & { ids?: string }) {
  return { ...filter, from: momentOfDay(from), to: momentOfDay(to, 1) }
}

export function useUsers(filter: UserFilter, page: number, sort: UserSort, pageSize = userPageSize) {
  return useQuery(
    pageQuery(users.listUsers, { query: { ...buildFilterQuery(filter), page, pageSize, sort } }),
  )
}

/** Fetches the first 20 clubs that match the search term. */
export function useClubChoices(search: string, country: string | undefined, isEnabled: boolean) {
  return useQuery({
    ...pageQuery(listClubs, {
      query: { search, country: oneOf(countries, country), page: 1, pageSize: 20 },
    }),
    enabled: isEnabled,
  })
}

export function useClubName(id: number | undefined): string | undefined {
  const club = useQuery({ ...query(readClub, { params: { id: id ?? 0 } }), enabled: id !== undefined })
  return id === undefined ? undefined : club.data?.name
}

export function usePendingUsers(page: number, pageSize = userPageSize) {
  const sort = 'createdAt'
  return useQuery(pageQuery(users.listPendingUsers, { query: { page, pageSize, sort } }))
}

/** Number of pending applicants per page of the approval queue. */
export const queuePageSize = 25

export function useApplication(id: number) {
  return useQuery(query(users.readApplication, { params: { id } }))
}

/** Prefetches the next application, so that it appears at once after a decision. Never causes a render. */
export function usePrefetchedApplication(id: number | undefined) {
  useQuery({
    ...query(users.readApplication, { params: { id: id ?? 0 } }),
    enabled: id !== undefined,
    notifyOnChangeProps: [],
  })
}

/** Sends a decision by `navigator.sendBeacon` while the page is unloaded. The response cannot be read. */
export function decideAtLast({ id, kind, reason }: Held): void {
  const endpoint = kind === 'approve' ? users.approveUser : users.rejectUser
  const body = reason ? new Blob([JSON.stringify({ reason })], { type: 'application/json' }) : undefined
  navigator.sendBeacon(addressOf(endpoint, { params: { id } }), body)
}

export function useUserSummary() {
  return useQuery(query(users.summariseUsers))
}

export function useUser(id: number) {
  return useQuery(query(users.readUser, { params: { id } }))
}

export function useUserAudit(id: number, isEnabled: boolean) {
  return useQuery({
    ...query(listAudit, { query: { person: id, pageSize: 10 } }),
    enabled: isEnabled,
    staleTime: 0,
  })
}

export function exportUrl(filter: UserFilter & { ids?: string }, format: 'csv' | 'xlsx'): string {
  return addressOf(users.exportUsers, { query: { ...buildFilterQuery(filter), format } })
}

export function useApproveUser(onSettled?: (id: number) => void) {
  return useMutation({
    mutationFn: (id: number) => call(users.approveUser, { params: { id } }),
    onSettled: (_data, _error, id) => onSettled?.(id),
    meta: { success: text.approved, failure: text.approveFailed },
  })
}

export function useRejectUser(onSettled?: (id: number) => void) {
  return useMutation({
    mutationFn: ({ id, reason }: { id: number; reason: string }) =>
      call(users.rejectUser, { params: { id }, body: { reason } }),
    onSettled: (_data, _error, { id }) => onSettled?.(id),
    meta: { success: text.rejected, failure: text.rejectFailed },
  })
}

export function useDecideMany() {
  return useMutation({
    mutationFn: ({
      call: decision,
      ids,
      reason,
    }: {
      call: 'approve' | 'reject'
      ids: number[]
      reason?: string
    }) =>
      decision === 'approve'
        ? call(users.approveMany, { body: { ids } })
        : call(users.rejectMany, { body: { ids, reason } }),
    meta: { failure: text.manyFailed },
  })
}

export function useChangeRole() {
  return useMutation({
    mutationFn: ({ id, role }: { id: number; role: Role }) =>
      call(users.changeRole, { params: { id }, body: { role } }),
    meta: { success: text.roleChanged, failure: text.roleFailed },
  })
}

export function useDeactivateUser() {
  return useMutation({
    mutationFn: ({ id, reason }: { id: number; reason: string }) =>
      call(users.deactivateUser, { params: { id }, body: { reason } }),
    meta: { success: text.deactivated, failure: text.deactivateFailed },
  })
}

export function useReactivateUser() {
  return useMutation({
    mutationFn: (id: number) => call(users.reactivateUser, { params: { id } }),
    meta: { success: text.reactivated, failure: text.reactivateFailed },
  })
}

/** Moves a user to a country and club. `onPlaced` is called even if the calling component has been remounted. */
export function usePlaceUser(onPlaced?: () => void) {
  return useMutation({
    onSuccess: onPlaced,
    mutationFn: ({ id, ...body }: PlacementBody & { id: number }) =>
      call(users.placeUser, { params: { id }, body }),
    meta: { success: text.placed, failure: text.placeFailed },
  })
}

export function usePlaceMany() {
  return useMutation({
    mutationFn: (body: BodyOf<typeof users.placeMany>) => call(users.placeMany, { body }),
    meta: { failure: text.placeFailed },
  })
}

export function useDeactivateMany() {
  return useMutation({
    mutationFn: (body: { ids: number[]; reason: string }) => call(users.deactivateMany, { body }),
    meta: { failure: text.deactivateFailed },
  })
}

export function useInviteMany() {
  return useMutation({
    mutationFn: (ids: number[]) => call(users.inviteMany, { body: { ids } }),
    meta: { failure: text.inviteFailed },
  })
}

export function useResetTwoFactor() {
  return useMutation({
    mutationFn: (id: number) => call(users.resetTwoFactor, { params: { id } }),
    meta: { success: text.twoFactorReset, failure: text.twoFactorFailed },
  })
}

export function useUnmaskUser() {
  return useMutation({
    mutationFn: (id: number) => call(users.unmaskUser, { params: { id } }),
    meta: { failure: text.unmaskFailed },
  })
}
