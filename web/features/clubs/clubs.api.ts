import { useMutation, useQuery } from '@tanstack/react-query'
import {
  createClub,
  listClubs,
  listDirectory,
  readClub,
  readListed,
  setListed,
  summariseClubs,
  updateClub,
} from '#shared/contracts/clubs.endpoints.ts'
import type { ClubRow } from '#shared/contracts/clubs.ts'
import { listUsers } from '#shared/contracts/users.endpoints.ts'
import type { BodyOf } from '#shared/endpoint.ts'
import { call, query } from '#web/lib/api.ts'
import { pageQuery } from '#web/lib/pages.ts'
import { shrinkImage, uploadFile } from '#web/lib/upload.ts'
import type { ClubFilter } from './clubs.search.ts'
import { adminText, directoryText, clubsText as text } from './clubs.text.ts'

export const clubPageSize = 10

export function useClubs(filter: ClubFilter, page: number) {
  return useQuery(pageQuery(listClubs, { query: { ...filter, page, pageSize: clubPageSize } }))
}

export function useClubSummary() {
  return useQuery(query(summariseClubs))
}

/** Fetches a club. The query is disabled while `id` is undefined. */
export function useClub(id: number | undefined) {
  return useQuery({ ...query(readClub, { params: { id: id ?? 0 } }), enabled: id !== undefined })
}

/** Creates a club, or updates the club with the given id. */
export function useSaveClub(id: number | undefined) {
  return useMutation({
    mutationFn: async (body: BodyOf<typeof createClub>) => {
      if (id === undefined) await call(createClub, { body })
      else await call(updateClub, { params: { id }, body })
    },
    meta:
      id === undefined
        ? { success: text.createDone, failure: text.createFailed }
        : { success: text.updateDone, failure: text.updateFailed },
  })
}

/** Fetches the first ten active members of a club that match the search term. */
export function useActiveMembers(clubId: number, search: string) {
  return useQuery(
    pageQuery(listUsers, { query: { clubId, status: 'active', search, page: 1, pageSize: 10 } }),
  )
}

/** Sets the club's administrator. The endpoint requires name and country; omitted fields keep their values. */
export function useChooseAdmin({ id, name, country }: ClubRow) {
  return useMutation({
    mutationFn: (adminId: number | null) =>
      call(updateClub, { params: { id }, body: { name, country, adminId } }),
    meta: { success: adminText.done, failure: adminText.failed },
  })
}

export const directoryPageSize = 24

export function useDirectory(id: number, search: string, page: number) {
  return useQuery(
    pageQuery(listDirectory, { params: { id }, query: { search, page, pageSize: directoryPageSize } }),
  )
}

export function useListed() {
  return useQuery(query(readListed))
}

export function useSetListed() {
  return useMutation({
    mutationFn: (isListed: boolean) => call(setListed, { body: { isListed } }),
    meta: { failure: directoryText.failed },
  })
}

/** Longest side in pixels before the upload: twice the stored size, so that the server can crop. */
const longestSide = 1024

export function useUploadLogo() {
  return useMutation({
    mutationFn: async (file: File) =>
      uploadFile('club_logo', await shrinkImage(file, longestSide), file.name),
    meta: { failure: text.logoFailed },
  })
}
