import { useMutation, useQuery } from '@tanstack/react-query'
import { countries, educationLevels, type Role, roles, userStatuses } from '#shared/constants.ts'
import type { AuditEvent } from '#shared/contracts/audit.ts'
import type {
  Decision,
  Outcome,
  PlacementBody,
  Unmasked,
  UserDetail,
  UserRow,
  UserSort,
  UserSummary,
} from '#shared/contracts/users.ts'
import { type Page, request, requestPage } from '#web/lib/api.ts'
import { momentOfDay } from '#web/lib/format.ts'
import { withQuery } from '#web/lib/paging.ts'
import { type ListSearch, oneOf } from '#web/lib/search.ts'
import { decisionText as text } from './users.text.ts'

export const userPageSize = 10

/** What of the address goes to the server as a filter. */
export type UserFilter = Pick<
  ListSearch,
  'search' | 'country' | 'clubId' | 'role' | 'status' | 'educationLevel' | 'institution' | 'from' | 'to'
>

/** An address may hold anything; what is no country, role, status or level counts as not given. */
export function readFilter(search: ListSearch): UserFilter {
  return {
    ...search,
    country: oneOf(countries, search.country),
    role: oneOf(roles, search.role),
    status: oneOf(userStatuses, search.status),
    educationLevel: oneOf(educationLevels, search.educationLevel),
  }
}

function asQuery({
  search,
  country,
  clubId,
  role,
  status,
  educationLevel,
  institution,
  from,
  to,
}: UserFilter) {
  return {
    search,
    country,
    clubId,
    role,
    status,
    educationLevel,
    institution,
    from: momentOfDay(from),
    to: momentOfDay(to, 1),
  }
}

function usePage(url: string) {
  return useQuery<Page<UserRow>>({
    queryKey: [url],
    queryFn: () => requestPage<UserRow>(url),
    // The old rows stay until the new ones are there: nothing jumps while one types.
    placeholderData: previous => previous,
  })
}

export function useUsers(filter: UserFilter, page: number, sort: UserSort) {
  return usePage(withQuery('/api/users', { ...asQuery(filter), page, pageSize: userPageSize, sort }))
}

export function usePendingUsers(page: number) {
  return usePage(withQuery('/api/users/pending', { page, pageSize: userPageSize, sort: 'createdAt' }))
}

export function useUserSummary() {
  return useQuery<UserSummary>({ queryKey: ['/api/users/summary'] })
}

export function useUser(id: number) {
  return useQuery<UserDetail>({ queryKey: [`/api/users/${id}`] })
}

export function useUserAudit(id: number, isEnabled: boolean) {
  return useQuery<AuditEvent[]>({
    queryKey: [withQuery('/api/audit', { person: id, pageSize: 10 })],
    enabled: isEnabled,
    staleTime: 0,
  })
}

export function exportUrl(filter: UserFilter, format: 'csv' | 'xlsx'): string {
  return withQuery('/api/users/export', { ...asQuery(filter), format })
}

const invalidates = ['/api/users', '/api/clubs', '/api/dashboard', '/api/audit']

export function useApproveUser() {
  return useMutation({
    mutationFn: (id: number) => request<Decision>('POST', `/api/users/${id}/approve`),
    meta: { invalidates, success: text.approved, failure: text.approveFailed },
  })
}

export function useRejectUser() {
  return useMutation({
    mutationFn: ({ id, reason }: { id: number; reason: string }) =>
      request<Decision>('POST', `/api/users/${id}/reject`, { reason }),
    meta: { invalidates, success: text.rejected, failure: text.rejectFailed },
  })
}

export function useDecideMany() {
  return useMutation({
    mutationFn: ({ call, ...body }: { call: 'approve' | 'reject'; ids: number[]; reason?: string }) =>
      request<Outcome[]>('POST', `/api/users/${call}`, body),
    meta: { invalidates, failure: text.manyFailed },
  })
}

export function useChangeRole() {
  return useMutation({
    mutationFn: ({ id, role }: { id: number; role: Role }) =>
      request<Decision>('PUT', `/api/users/${id}/role`, { role }),
    meta: { invalidates, success: text.roleChanged, failure: text.roleFailed },
  })
}

export function useDeactivateUser() {
  return useMutation({
    mutationFn: ({ id, reason }: { id: number; reason: string }) =>
      request<Decision>('POST', `/api/users/${id}/deactivate`, { reason }),
    meta: { invalidates, success: text.deactivated, failure: text.deactivateFailed },
  })
}

export function useReactivateUser() {
  return useMutation({
    mutationFn: (id: number) => request<Decision>('POST', `/api/users/${id}/reactivate`),
    meta: { invalidates, success: text.reactivated, failure: text.reactivateFailed },
  })
}

export function usePlaceUser() {
  return useMutation({
    mutationFn: ({ id, ...body }: PlacementBody & { id: number }) =>
      request<Decision>('PUT', `/api/users/${id}/placement`, body),
    meta: { invalidates, success: text.placed, failure: text.placeFailed },
  })
}

export function useUnmaskUser() {
  return useMutation({
    mutationFn: (id: number) => request<Unmasked>('POST', `/api/users/${id}/unmask`),
    meta: { invalidates: ['/api/audit'], failure: text.unmaskFailed },
  })
}
