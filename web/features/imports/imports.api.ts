import { useMutation, useQuery } from '@tanstack/react-query'
import type { ImportTarget } from '#shared/contracts/imports/import-targets.ts'
import * as endpoints from '#shared/contracts/imports/imports.endpoints.ts'
import type {
  ConfirmImportBody,
  ImportChoice,
  ImportCorrectionsBody,
  ImportDetail,
} from '#shared/contracts/imports/imports.schemas.ts'
import { importText as text } from '#texts/imports.ts'
import { buildEndpointUrl, buildQueryOptions, callEndpoint } from '#web/lib/http/api.ts'
import { downloadAfterReauthentication } from '#web/lib/http/download.ts'
import { uploadFileWithProgress } from '#web/lib/http/upload.ts'
import { buildQueryOptionsForListPage } from '#web/lib/query/paged-queries.ts'
import type { ImportSearch } from './imports.search.ts'

export const importsPageSize = 20
export const importRowsPageSize = 50

export function useImports(page: number) {
  return useQuery(
    buildQueryOptionsForListPage(endpoints.listImports, { query: { page, pageSize: importsPageSize } }),
  )
}

export function useImportDetail(id: number) {
  return useQuery(buildQueryOptions(endpoints.readImport, { params: { id } }))
}

export function useImportRows(id: number, { page = 1, ...search }: ImportSearch) {
  return useQuery(
    buildQueryOptionsForListPage(endpoints.listImportRows, {
      params: { id },
      query: { ...search, page, pageSize: importRowsPageSize },
    }),
  )
}

export function useUploadImport(onProgress: (share: number) => void) {
  const { uploadImport } = endpoints
  return useMutation({
    mutationFn: ({ file, country, clubId }: { file: File; country?: string; clubId?: number }) =>
      uploadFileWithProgress<ImportDetail>(
        {
          method: uploadImport.method,
          address: buildEndpointUrl(uploadImport, { query: { country: country as undefined, clubId } }),
        },
        file,
        file.name,
        { onProgress },
      ),
  })
}

export function useSetImportColumnMapping(id: number) {
  return useMutation({
    mutationFn: (columns: (ImportTarget | null)[]) =>
      callEndpoint(endpoints.setImportColumns, { params: { id }, body: { columns } }),
    meta: { failure: text.failed },
  })
}

/** Loads the first lines of an imported file, from which the user chooses the line with the column names. */
export function useFirstLinesOfImportedFile(id: number) {
  return useQuery(buildQueryOptions(endpoints.listFirstImportRows, { params: { id } }))
}

export function useSetImportHeaderRow(id: number) {
  return useMutation({
    mutationFn: (body: { line: number; version: number }) =>
      callEndpoint(endpoints.setImportHeader, { params: { id }, body }),
    meta: { failure: text.failed },
  })
}

/** Loads the cells of an import row for correction. */
export function useImportRowCells(id: number, line: number) {
  return useQuery(buildQueryOptions(endpoints.readImportRow, { params: { id, line } }))
}

export function useCorrectImportRow(id: number, line: number) {
  return useMutation({
    mutationFn: (body: ImportCorrectionsBody) =>
      callEndpoint(endpoints.correctImportRow, { params: { id, line }, body }),
    meta: { success: text.corrected, failure: text.failed },
  })
}

export function useChooseImportRowAction(id: number) {
  return useMutation({
    mutationFn: ({ line, choice }: { line: number; choice: ImportChoice | null }) =>
      callEndpoint(endpoints.chooseImportRow, { params: { id, line }, body: { choice } }),
    meta: { failure: text.failed },
  })
}

export function useSubmitImportForConfirmation(id: number) {
  return useMutation({
    mutationFn: () => callEndpoint(endpoints.proposeImport, { params: { id } }),
    meta: { success: text.proposedDone, failure: text.failed },
  })
}

export function useConfirmImport(id: number) {
  return useMutation({
    mutationFn: (body: ConfirmImportBody) => callEndpoint(endpoints.confirmImport, { params: { id }, body }),
    meta: { failure: text.failed },
  })
}

export function useUndoImport(id: number) {
  return useMutation({
    mutationFn: () => callEndpoint(endpoints.undoImport, { params: { id } }),
    meta: { failure: text.failed },
  })
}

export function useInviteImportedMembers(id: number) {
  return useMutation({
    mutationFn: () => callEndpoint(endpoints.inviteImported, { params: { id } }),
    meta: { success: text.inviteDone, failure: text.failed },
  })
}

/** Discards an import. `onDone` is a mutation option, so it runs even if the calling component has been unmounted. */
export function useDiscardImport(id: number, onDone: () => void) {
  return useMutation({
    mutationFn: () => callEndpoint(endpoints.discardImport, { params: { id } }),
    onSuccess: onDone,
    meta: { success: text.discarded, failure: text.failed },
  })
}

export function useDownloadImportErrors(id: number) {
  return useMutation({
    mutationFn: () =>
      downloadAfterReauthentication(buildEndpointUrl(endpoints.exportImportErrors, { params: { id } })),
    meta: { failure: text.failed },
  })
}
