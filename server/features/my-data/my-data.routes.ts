import { buildAttachmentHeader } from '#server/http/attachment.ts'
import type { FeatureRoutes } from '#server/http/implement.ts'
import { clearSessionCookie } from '#server/http/session-cookie.ts'
import * as endpoints from '#shared/contracts/my-data.endpoints.ts'
import { findDownload, openDownload, requestDownload } from './downloads.service.ts'
import { eraseAccount } from './erase-account.service.ts'

export const routes: FeatureRoutes = implement => {
  implement(endpoints.findDataDownload, async ({ context }) => ({ download: await findDownload(context) }))
  implement(endpoints.requestDataDownload, ({ context }) => requestDownload(context))
  implement(endpoints.openDataDownload, async ({ context, params, reply }) => {
    const file = await openDownload(context, params.id)
    return reply
      .header('content-disposition', buildAttachmentHeader(file.name))
      .header('content-length', file.size)
      .type('application/zip')
      .send(file.content)
  })
  implement(endpoints.eraseAccount, async ({ context, body, reply }) => {
    await eraseAccount(context, body)
    clearSessionCookie(reply)
  })
}
