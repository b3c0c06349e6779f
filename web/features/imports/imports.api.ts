import { useMutation, useQuery } from '@tanstack/react-query'
import * as endpoints from '#shared/contracts/imports.endpoints.ts'
import type { ImportChoice, ImportDetail, ImportKey } from '#shared/contracts/imports.ts'
import { addressOf, call, query } from '#web/lib/api.ts'
import { downloadAfterProof } from '#web/lib/download.ts'
import { pageQuery } from '#web/lib/pages.ts'
import { sendFile } from '#web/lib/upload.ts'
import type { ImportSearch } from './imports.search.ts'
import { importText as text } from './imports.text.ts'

export const importsPageSize = 20
export const rowsPageSize = 20

export function useImports(page: number) {
  return useQuery(pageQuery(endpoints.listImports, { query: { page, pageSize: importsPageSize } }))
}

export function useImport(id: number) {
  return useQuery(query(endpoints.readImport, { params: { id } }))
}

export function useImportRows(id: number, { page = 1, ...search }: ImportSearch) {
  return useQuery(
    pageQuery(endpoints.listImportRows, {
      params: { id },
      query: { ...search, page, pageSize: rowsPageSize },
    }),
  )
}

export function useUpload(onProgress: (share: number) => void) {
  const { uploadImport } = endpoints
  return useMutation({
    mutationFn: ({ file, country, clubId }: { file: File; country?: string; clubId?: number }) =>
      sendFile<ImportDetail>(
        {
          method: uploadImport.method,
          address: addressOf(uploadImport, { query: { country: country as undefined, clubId } }),
        },
        file,
        file.name,
        { onProgress },
      ),
  })
}

export function useSetColumns(id: number) {
  return useMutation({
    mutationFn: (columns: (ImportKey | null)[]) =>
      call(endpoints.setImportColumns, { params: { id }, body: { columns } }),
    meta: { failure: text.failed },
  })
}

export function useChoose(id: number) {
  return useMutation({
    mutationFn: ({ line, choice }: { line: number; choice: ImportChoice | null }) =>
      call(endpoints.chooseImportRow, { params: { id, line }, body: { choice } }),
    meta: { failure: text.failed },
  })
}

export function usePropose(id: number) {
  return useMutation({
    mutationFn: () => call(endpoints.proposeImport, { params: { id } }),
    meta: { success: text.proposedDone, failure: text.failed },
  })
}

export function useConfirm(id: number) {
  return useMutation({
    mutationFn: (body: { isDecision: boolean; toWrite: number }) =>
      call(endpoints.confirmImport, { params: { id }, body }),
    meta: { failure: text.failed },
  })
}

export function useUndo(id: number) {
  return useMutation({
    mutationFn: () => call(endpoints.undoImport, { params: { id } }),
    meta: { failure: text.failed },
  })
}

export function useInvite(id: number) {
  return useMutation({
    mutationFn: () => call(endpoints.inviteImported, { params: { id } }),
    meta: { success: text.inviteDone, failure: text.failed },
  })
}

/** Discards an import. `onDone` is a mutation option, so it runs even if the calling component has unmounted. */
export function useDiscard(id: number, onDone: () => void) {
  return useMutation({
    mutationFn: () => call(endpoints.discardImport, { params: { id } }),
    onSuccess: onDone,
    meta: { success: text.discarded, failure: text.failed },
  })
}

export function useDownloadErrors(id: number) {
  return useMutation({
    mutationFn: () => downloadAfterProof(addressOf(endpoints.exportImportErrors, { params: { id } })),
    meta: { failure: text.failed },
  })
}
