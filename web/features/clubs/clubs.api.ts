import { useMutation, useQuery } from '@tanstack/react-query'
import {
  createClub,
  listClubDirectory,
  listClubs,
  readClub,
  readClubCountSummary,
  readDirectoryListing,
  setDirectoryListing,
  updateClub,
} from '#shared/contracts/clubs/clubs.endpoints.ts'
import type { ClubRow } from '#shared/contracts/clubs/clubs.schemas.ts'
import { listUsers } from '#shared/contracts/users/users.endpoints.ts'
import type { BodyOf } from '#shared/endpoint.ts'
import { adminText, directoryText, clubsText as text } from '#texts/clubs.ts'
import { buildQueryOptions, callEndpoint } from '#web/lib/http/api.ts'
import { shrinkImage, uploadFile } from '#web/lib/http/upload.ts'
import { buildQueryOptionsForListPage } from '#web/lib/query/paged-queries.ts'
import type { ClubFilter } from './clubs.search.ts'

export const clubPageSize = 10

export function useClubs(filter: ClubFilter, page: number) {
  return useQuery(
    buildQueryOptionsForListPage(listClubs, { query: { ...filter, page, pageSize: clubPageSize } }),
  )
}

export function useClubCountSummary() {
  return useQuery(buildQueryOptions(readClubCountSummary))
}

/** Fetches a club. While `id` is undefined, no request is sent. */
export function useClub(id: number | undefined) {
  return useQuery({ ...buildQueryOptions(readClub, { params: { id: id ?? 0 } }), enabled: id !== undefined })
}

/** Creates a club, or updates the club with the given id. */
export function useSaveClub(id: number | undefined) {
  return useMutation({
    mutationFn: async (body: BodyOf<typeof createClub>) => {
      if (id === undefined) await callEndpoint(createClub, { body })
      else await callEndpoint(updateClub, { params: { id }, body })
    },
    meta:
      id === undefined
        ? { success: text.createDone, failure: text.createFailed }
        : { success: text.updateDone, failure: text.updateFailed },
  })
}

/** Fetches the first ten active members of a club that match the search term. */
export function useActiveClubMembers(clubId: number, search: string) {
  return useQuery(
    buildQueryOptionsForListPage(listUsers, {
      query: { clubId, status: 'active', search, page: 1, pageSize: 10 },
    }),
  )
}

/**
 * Sets the club's administrator. Name and country are sent because the endpoint requires them; nothing else changes.
 */
export function useAssignClubAdministrator({ id, name, country }: ClubRow) {
  return useMutation({
    mutationFn: (adminId: number | null) =>
      callEndpoint(updateClub, { params: { id }, body: { name, country, adminId } }),
    meta: { success: adminText.done, failure: adminText.failed },
  })
}

export const directoryPageSize = 24

export function useClubMemberDirectory(id: number, search: string, page: number) {
  return useQuery(
    buildQueryOptionsForListPage(listClubDirectory, {
      params: { id },
      query: { search, page, pageSize: directoryPageSize },
    }),
  )
}

export function useOwnVisibilityInClubDirectory() {
  return useQuery(buildQueryOptions(readDirectoryListing))
}

export function useSetOwnVisibilityInClubDirectory() {
  return useMutation({
    mutationFn: (isListed: boolean) => callEndpoint(setDirectoryListing, { body: { isListed } }),
    meta: { failure: directoryText.failed },
  })
}

/**
 * Longest side in pixels of an uploaded club logo: twice the size that the server stores, because the server crops it.
 */
const longestSide = 1024

export function useUploadClubLogo() {
  return useMutation({
    mutationFn: async (file: File) =>
      uploadFile('club_logo', await shrinkImage(file, longestSide), file.name),
    meta: { failure: text.logoFailed },
  })
}
