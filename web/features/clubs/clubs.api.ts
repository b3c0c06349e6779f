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

/** Without an id there is nothing to ask for. */
export function useClub(id: number | undefined) {
  return useQuery({ ...query(readClub, { params: { id: id ?? 0 } }), enabled: id !== undefined })
}

/** A new club, or another state of one that is there. */
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

/** The first of those whom the words fit; who is not among them is found by more of their name. */
export function useActiveMembers(clubId: number, search: string) {
  return useQuery(
    pageQuery(listUsers, { query: { clubId, status: 'active', search, page: 1, pageSize: 10 } }),
  )
}

/** Name and country because a club is never without; what is left out stays as it is. */
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

/** Twice the size it is kept in, so that the crop has enough to take from. */
const longestSide = 1024

export function useUploadLogo() {
  return useMutation({
    mutationFn: async (file: File) =>
      uploadFile('club_logo', await shrinkImage(file, longestSide), file.name),
    meta: { failure: text.logoFailed },
  })
}
