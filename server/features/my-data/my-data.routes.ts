import { clearSessionCookie } from '#server/http/cookies/session-cookie.ts'
import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import { buildContentDispositionHeader } from '#server/http/files/attachment.ts'
import * as endpoints from '#shared/contracts/my-data/my-data.endpoints.ts'
import {
  findDataExport,
  openPersonalDataExportFileOfCaller,
  requestDataExport,
} from './data-exports.service.ts'
import { eraseAccount } from './erase-account.service.ts'

export const registerRoutes: FeatureRoutes = implement => {
  implement(endpoints.findDataDownload, async ({ context }) => ({ download: await findDataExport(context) }))
  implement(endpoints.requestDataDownload, ({ context }) => requestDataExport(context))
  implement(endpoints.openDataDownload, async ({ context, params, reply }) => {
    const file = await openPersonalDataExportFileOfCaller(context, params.id)
    return reply
      .header('content-disposition', buildContentDispositionHeader(file.name))
      .header('content-length', file.size)
      .type('application/zip')
      .send(file.content)
  })
  implement(endpoints.eraseAccount, async ({ context, body, reply }) => {
    await eraseAccount(context, body)
    clearSessionCookie(reply)
  })
}
