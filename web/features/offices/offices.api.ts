import { useMutation, useQuery } from '@tanstack/react-query'
import * as offices from '#shared/contracts/offices.endpoints.ts'
import { listUsers } from '#shared/contracts/users.endpoints.ts'
import { call, query } from '#web/lib/api.ts'
import { pageQuery } from '#web/lib/pages.ts'
import { ownText, officesText as text } from './offices.text.ts'

export const officePageSize = 10

export function useOffices(held: 'now' | 'before', page: number) {
  return useQuery(pageQuery(offices.listOffices, { query: { held, page, pageSize: officePageSize } }))
}

export function useVacancies() {
  return useQuery(query(offices.listVacancies))
}

export function useOwnOffice() {
  return useQuery(query(offices.readOwnOffice))
}

/** Whom the words fit, of those within reach. */
export function useHeirs(search: string, isEnabled: boolean) {
  return useQuery({
    ...pageQuery(listUsers, { query: { search, status: 'active', role: 'member', page: 1, pageSize: 10 } }),
    enabled: isEnabled,
  })
}

export function useSetTerm() {
  return useMutation({
    mutationFn: ({ id, endsOn }: { id: number; endsOn: string | null }) =>
      call(offices.setTerm, { params: { id }, body: { endsOn } }),
    meta: { success: text.saved, failure: text.saveFailed },
  })
}

export function useOfferHandover() {
  return useMutation({
    mutationFn: (toId: number) => call(offices.offerHandover, { body: { toId } }),
    meta: { success: ownText.offerDone, failure: ownText.offerFailed },
  })
}

export function useAcceptHandover() {
  return useMutation({
    mutationFn: (id: number) => call(offices.acceptHandover, { params: { id } }),
    meta: { success: ownText.accepted, failure: ownText.acceptFailed },
  })
}

export function useEndHandover() {
  return useMutation({
    mutationFn: (id: number) => call(offices.endHandover, { params: { id } }),
    meta: { success: ownText.endDone, failure: ownText.endFailed },
  })
}
