import { sendExportAsDownload } from '#server/exports/export-rows-as-csv-or-xlsx.ts'
import {
  chooseHeaderRow,
  listFirstImportRows,
} from '#server/features/imports/correcting/choose-header-row.service.ts'
import { correctImportCells } from '#server/features/imports/correcting/correct-cells.service.ts'
import { readImportRow } from '#server/features/imports/correcting/read-import-row.service.ts'
import { assignImportColumns } from '#server/features/imports/correcting/restart-check.service.ts'
import * as decisions from '#server/features/imports/management/decide-import.service.ts'
import { exportRejectedImportRows } from '#server/features/imports/management/export-rejected-rows.service.ts'
import { readImportRows } from '#server/features/imports/management/read-import-rows.service.ts'
import { listImports, readImport } from '#server/features/imports/management/read-imports.service.ts'
import {
  rejectTooManyUnfinishedImports,
  uploadImport,
} from '#server/features/imports/management/upload-import.service.ts'
import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import { setTotalCountHeaders } from '#server/http/endpoints/json-stream.ts'
import { receiveUpload } from '#server/http/files/receive-upload.ts'
import { getUnfinishedUploadsFolder } from '#server/storage.ts'
import * as endpoints from '#shared/contracts/imports/imports.endpoints.ts'
import { importLimits } from '#shared/contracts/imports/imports.schemas.ts'
import { exportText } from '#texts/exports.ts'

export const registerRoutes: FeatureRoutes = async (implement, app) => {
  const uploadTarget = { folder: getUnfinishedUploadsFolder(app.settings), most: importLimits.bytes }

  implement(endpoints.uploadImport, async ({ context, query, request }) => {
    await rejectTooManyUnfinishedImports(context)
    const id = await receiveUpload(request, uploadTarget, upload => uploadImport(context, query, upload))
    return readImport(context, id)
  })
  implement(endpoints.listImports, async ({ context, query, reply }) => {
    const { rows, total } = await listImports(context, query)
    setTotalCountHeaders(reply, { total })
    return rows
  })
  implement(endpoints.readImport, ({ context, params }) => readImport(context, params.id))
  implement(endpoints.listImportRows, async ({ context, params, query, reply }) => {
    const { rows, total } = await readImportRows(context, params.id, query)
    setTotalCountHeaders(reply, { total })
    return rows
  })
  implement(endpoints.exportImportErrors, async ({ context, params, reply }) =>
    sendExportAsDownload(
      reply,
      exportText.rejectedRows.file,
      'csv',
      await exportRejectedImportRows(context, params.id),
    ),
  )
  implement(endpoints.setImportColumns, async ({ context, params, body }) => {
    await assignImportColumns(context, params.id, body.columns)
    return readImport(context, params.id)
  })
  implement(endpoints.listFirstImportRows, ({ context, params }) => listFirstImportRows(context, params.id))
  implement(endpoints.setImportHeader, async ({ context, params, body }) => {
    await chooseHeaderRow(context, params.id, body)
    return readImport(context, params.id)
  })
  implement(endpoints.readImportRow, ({ context, params }) => readImportRow(context, params.id, params.line))
  implement(endpoints.correctImportRow, async ({ context, params, body }) => {
    await correctImportCells(context, params.id, params.line, body)
    return readImport(context, params.id)
  })
  implement(endpoints.chooseImportRow, ({ context, params, body }) =>
    decisions.setImportRowAction(context, params.id, params.line, body.choice),
  )
  implement(endpoints.proposeImport, async ({ context, params }) => {
    await decisions.proposeImport(context, params.id)
    return readImport(context, params.id)
  })
  implement(endpoints.confirmImport, async ({ context, params, body }) => {
    await decisions.confirmImport(context, params.id, body)
    return readImport(context, params.id)
  })
  implement(endpoints.undoImport, async ({ context, params }) => {
    await decisions.undoImport(context, params.id)
    return readImport(context, params.id)
  })
  implement(endpoints.inviteImported, async ({ context, params }) => {
    await decisions.queueImportInvitations(context, params.id)
    return readImport(context, params.id)
  })
  implement(endpoints.discardImport, ({ context, params }) => decisions.discardImport(context, params.id))
}
