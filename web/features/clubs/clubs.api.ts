import { useMutation, useQuery } from '@tanstack/react-query'
import { countries } from '#shared/constants.ts'
import { type ClubDetail, type ClubRow, type ClubSummary, clubStatuses } from '#shared/contracts/clubs.ts'
import type { UserRow } from '#shared/contracts/users.ts'
import { type Page, request, requestPage } from '#web/lib/api.ts'
import { withQuery } from '#web/lib/paging.ts'
import { type ListSearch, oneOf } from '#web/lib/search.ts'
import { adminText, clubsText as text } from './clubs.text.ts'

export const clubPageSize = 10

export type ClubFilter = Pick<ListSearch, 'search' | 'country' | 'status'>

/** An address may hold anything; what is no country or status counts as not given. */
export function readClubFilter({ search, country, status }: ListSearch): ClubFilter {
  return { search, country: oneOf(countries, country), status: oneOf(clubStatuses, status) }
}

export function useClubs(filter: ClubFilter, page: number) {
  const url = withQuery('/api/clubs', { ...filter, page, pageSize: clubPageSize })
  return useQuery<Page<ClubRow>>({
    queryKey: [url],
    queryFn: () => requestPage<ClubRow>(url),
    placeholderData: previous => previous,
  })
}

export function useClubSummary() {
  return useQuery<ClubSummary>({ queryKey: ['/api/clubs/summary'] })
}

/** Without an id there is nothing to ask for. */
export function useClub(id: number | undefined) {
  return useQuery<ClubDetail>({ queryKey: [`/api/clubs/${id}`], enabled: id !== undefined })
}

const invalidates = ['/api/clubs', '/api/dashboard', '/api/audit']

/** A new club, or another state of one that is there. */
export function useSaveClub(id: number | undefined) {
  return useMutation({
    mutationFn: (body: unknown) =>
      id === undefined ? request('POST', '/api/clubs', body) : request('PUT', `/api/clubs/${id}`, body),
    meta:
      id === undefined
        ? { invalidates, success: text.createDone, failure: text.createFailed }
        : { invalidates, success: text.updateDone, failure: text.updateFailed },
  })
}

/** The first of those whom the words fit; who is not among them is found by more of their name. */
export function useActiveMembers(clubId: number, search: string) {
  const url = withQuery('/api/users', { clubId, status: 'active', search, page: 1, pageSize: 10 })
  return useQuery<Page<UserRow>>({
    queryKey: [url],
    queryFn: () => requestPage<UserRow>(url),
    placeholderData: previous => previous,
  })
}

/** Name and country because a club is never without; what is left out stays as it is. */
export function useChooseAdmin({ id, name, country }: ClubRow) {
  return useMutation({
    mutationFn: (adminId: number | null) => request('PUT', `/api/clubs/${id}`, { name, country, adminId }),
    meta: { invalidates, success: adminText.done, failure: adminText.failed },
  })
}
