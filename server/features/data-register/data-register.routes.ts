import { sendExportAsDownload } from '#server/exports/export-rows-as-csv-or-xlsx.ts'
import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import * as endpoints from '#shared/contracts/data-register/data-register.endpoints.ts'
import { exportText } from '#texts/exports.ts'
import { exportDataRegister, readDataRegister } from './data-register.service.ts'

export const registerRoutes: FeatureRoutes = implement => {
  implement(endpoints.readDataRegister, ({ context }) => readDataRegister(context))
  implement(endpoints.exportDataRegister, ({ query, reply }) =>
    sendExportAsDownload(reply, exportText.dataRegister.file, query.format, exportDataRegister(query.format)),
  )
}
