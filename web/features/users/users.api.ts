import { useMutation, useQuery } from '@tanstack/react-query'
import type { Role, UserSort } from '#shared/constants.ts'
import { listAudit } from '#shared/contracts/audit/audit.endpoints.ts'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { listClubs, readClub } from '#shared/contracts/clubs/clubs.endpoints.ts'
import { listFieldColumns } from '#shared/contracts/custom-fields/custom-fields.endpoints.ts'
import { parseCustomFieldFilterConditions } from '#shared/contracts/custom-fields/field-conditions.ts'
import { appointUserToOffice, endOfficeAppointment } from '#shared/contracts/offices/offices.endpoints.ts'
import * as users from '#shared/contracts/users/users.endpoints.ts'
import type { PlacementBody } from '#shared/contracts/users/users.schemas.ts'
import { countries } from '#shared/countries/countries.ts'
import type { BodyOf } from '#shared/endpoint.ts'
import { can } from '#shared/policies.ts'
import { decisionText as text } from '#texts/users.ts'
import { type KnownFields, listReferencesToMissingCustomFields } from '#web/lib/form/missing-fields.ts'
import { findAllowedValue } from '#web/lib/form/search-parameters.ts'
import { getStartOfLocalDay } from '#web/lib/format/format.ts'
import { buildEndpointUrl, buildQueryOptions, callEndpoint } from '#web/lib/http/api.ts'
import { buildQueryOptionsForListPage } from '#web/lib/query/paged-queries.ts'
import type { UserFilter } from './users.search.ts'

/** Approval or rejection of an applicant that the user can still undo. */
export interface UndoableDecision {
  id: number
  name: string
  kind: 'approve' | 'reject'
  reason?: string
  /** Country and club that the approver chose but did not save. They are sent together with the approval. */
  placement?: PlacementBody
}

export const userPageSize = 10

/** Builds the URL query of a user filter. `ids` (comma-separated) limits the result to those users. */
export function buildUserFilterQuery({ from, to, where, ...filter }: UserFilter & { ids?: string }) {
  const isValid = where !== undefined && parseCustomFieldFilterConditions(where) !== undefined
  return {
    ...filter,
    ...(isValid && { where }),
    from: getStartOfLocalDay(from),
    to: getStartOfLocalDay(to, 1),
  }
}

/** Fetches a page of users. `fields` names the custom fields, by id, whose values the rows contain. */
export function useUsers(
  filter: UserFilter,
  page: number,
  sort: UserSort,
  { size: pageSize = userPageSize, fields }: { size?: number; fields?: string } = {},
) {
  const query = { ...buildUserFilterQuery(filter), page, pageSize, sort, ...(fields && { fields }) }
  return useQuery(buildQueryOptionsForListPage(users.listUsers, { query }))
}

/** Fetches the custom fields that the current user may see for the members in a filtered list. */
export function useCustomFieldColumns(user: CurrentUser, { country, clubId }: UserFilter) {
  const query = { country: findAllowedValue(countries, country), clubId }
  return useQuery({ ...buildQueryOptions(listFieldColumns, { query }), enabled: can(user, 'fields.manage') })
}

/**
 * Fetches the custom fields to which filter and columns of a list can refer, and removed fields when a reference is
 * missing. Undefined while they are loading.
 */
export function useCustomFieldsForFilter(
  user: CurrentUser,
  filter: UserFilter,
  columnIds: number[],
): KnownFields | undefined {
  const canManage = can(user, 'fields.manage')
  const loaded = useCustomFieldColumns(user, filter).data
  const fields = canManage ? loaded : []
  const isMissing =
    fields !== undefined &&
    listReferencesToMissingCustomFields(filter.where, columnIds, { fields, removedFields: [] }).length > 0
  const query = {
    country: findAllowedValue(countries, filter.country),
    clubId: filter.clubId,
    isRemoved: 'true' as const,
  }
  const removed = useQuery({
    ...buildQueryOptions(listFieldColumns, { query }),
    enabled: canManage && isMissing,
  })
  if (!fields || (canManage && isMissing && removed.isPending)) return undefined
  return { fields, removedFields: removed.data ?? [] }
}

/** Fetches the first 20 clubs that match the search term. */
export function useClubSearchResults(search: string, country: string | undefined, isEnabled: boolean) {
  return useQuery({
    ...buildQueryOptionsForListPage(listClubs, {
      query: { search, country: findAllowedValue(countries, country), page: 1, pageSize: 20 },
    }),
    enabled: isEnabled,
  })
}

export function useClubName(id: number | undefined): string | undefined {
  const club = useQuery({
    ...buildQueryOptions(readClub, { params: { id: id ?? 0 } }),
    enabled: id !== undefined,
  })
  return id === undefined ? undefined : club.data?.name
}

export function usePendingApplicants(page: number, pageSize = userPageSize) {
  const sort = 'createdAt'
  return useQuery(buildQueryOptionsForListPage(users.listPendingUsers, { query: { page, pageSize, sort } }))
}

/** Number of pending applicants per page of the approval queue. */
export const queuePageSize = 25

export function useMembershipApplication(id: number) {
  return useQuery(buildQueryOptions(users.readApplication, { params: { id } }))
}

/** Prefetches the next membership application, so that it appears at once after a decision. */
export function usePrefetchMembershipApplication(id: number | undefined) {
  useQuery({
    ...buildQueryOptions(users.readApplication, { params: { id: id ?? 0 } }),
    enabled: id !== undefined,
    notifyOnChangeProps: [],
  })
}

/** Sends a decision about an applicant by `sendBeacon` while the page unloads. There is no response. */
export function sendApplicantDecisionBeacon({ id, kind, reason, placement }: UndoableDecision): void {
  const endpoint = kind === 'approve' ? users.approveUser : users.rejectUser
  const content = placement ?? (reason ? { reason } : undefined)
  const body = content && new Blob([JSON.stringify(content)], { type: 'application/json' })
  navigator.sendBeacon(buildEndpointUrl(endpoint, { params: { id } }), body)
}

export function useUserCountSummary() {
  return useQuery(buildQueryOptions(users.readUserCountSummary))
}

export function useUser(id: number) {
  return useQuery(buildQueryOptions(users.readUser, { params: { id } }))
}

export function useUserAuditEvents(id: number, isEnabled: boolean) {
  return useQuery({
    ...buildQueryOptions(listAudit, { query: { person: id, pageSize: 10 } }),
    enabled: isEnabled,
    staleTime: 0,
  })
}

export function buildUserExportUrl(filter: UserFilter & { ids?: string }, format: 'csv' | 'xlsx'): string {
  return buildEndpointUrl(users.exportUsers, { query: { ...buildUserFilterQuery(filter), format } })
}

export function useApproveUser(onSettled?: (id: number) => void) {
  return useMutation({
    mutationFn: ({ id, placement }: { id: number; placement?: PlacementBody }) =>
      callEndpoint(users.approveUser, { params: { id }, body: placement }),
    onSettled: (_data, _error, { id }) => onSettled?.(id),
    meta: { success: text.approved, failure: text.approveFailed },
  })
}

export function useRejectUser(onSettled?: (id: number) => void) {
  return useMutation({
    mutationFn: ({ id, reason }: { id: number; reason: string }) =>
      callEndpoint(users.rejectUser, { params: { id }, body: { reason } }),
    onSettled: (_data, _error, { id }) => onSettled?.(id),
    meta: { success: text.rejected, failure: text.rejectFailed },
  })
}

export function useApproveOrRejectApplicants() {
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
        ? callEndpoint(users.approveUsers, { body: { ids } })
        : callEndpoint(users.rejectUsers, { body: { ids, reason } }),
    meta: { failure: text.manyFailed },
  })
}

export function useChangeUserRole() {
  return useMutation({
    mutationFn: ({ id, role }: { id: number; role: Role }) =>
      callEndpoint(users.changeUserRole, { params: { id }, body: { role } }),
    meta: { success: text.roleChanged, failure: text.roleFailed },
  })
}

export function useAppointUserToOffice() {
  return useMutation({
    mutationFn: (body: BodyOf<typeof appointUserToOffice>) => callEndpoint(appointUserToOffice, { body }),
    meta: { success: text.officeGiven, failure: text.officeGiveFailed },
  })
}

export function useEndOfficeAppointment() {
  return useMutation({
    mutationFn: (id: number) => callEndpoint(endOfficeAppointment, { params: { id } }),
    meta: { success: text.officeEnded, failure: text.officeEndFailed },
  })
}

export function useDeactivateUser() {
  return useMutation({
    mutationFn: ({ id, reason }: { id: number; reason: string }) =>
      callEndpoint(users.deactivateUser, { params: { id }, body: { reason } }),
    meta: { success: text.deactivated, failure: text.deactivateFailed },
  })
}

export function useReactivateUser() {
  return useMutation({
    mutationFn: (id: number) => callEndpoint(users.reactivateUser, { params: { id } }),
    meta: { success: text.reactivated, failure: text.reactivateFailed },
  })
}

/** Moves a user to a country and club. `onPlaced` is called even if the calling component has been remounted. */
export function useAssignUserToClub(onPlaced?: () => void) {
  return useMutation({
    onSuccess: onPlaced,
    mutationFn: ({ id, ...body }: PlacementBody & { id: number }) =>
      callEndpoint(users.placeUser, { params: { id }, body }),
    meta: { success: text.placed, failure: text.placeFailed },
  })
}

export function useResetTwoFactor() {
  return useMutation({
    mutationFn: (id: number) => callEndpoint(users.resetTwoFactor, { params: { id } }),
    meta: { success: text.twoFactorReset, failure: text.twoFactorFailed },
  })
}

export function useRevealIdentityNumber() {
  return useMutation({
    mutationFn: (id: number) => callEndpoint(users.unmaskUser, { params: { id } }),
    meta: { failure: text.unmaskFailed },
  })
}
