import { asAttachment } from '#server/http/attachment.ts'
import type { Routes } from '#server/http/implement.ts'
import { clearSessionCookie } from '#server/http/session-cookie.ts'
import * as endpoints from '#shared/contracts/my-data.endpoints.ts'
import { findDownload, openDownload, requestDownload } from './downloads.service.ts'
import { eraseAccount } from './erase-account.service.ts'

export const routes: Routes = implement => {
  implement(endpoints.findDownload, async ({ context }) => ({ download: await findDownload(context) }))
  implement(endpoints.requestDownload, ({ context }) => requestDownload(context))
  implement(endpoints.openDownload, async ({ context, params, reply }) => {
    const file = await openDownload(context, params.id)
    return reply
      .header('content-disposition', asAttachment(file.name))
      .header('content-length', file.size)
      .type('application/zip')
      .send(file.content)
  })
  implement(endpoints.eraseAccount, async ({ context, body, reply }) => {
    await eraseAccount(context, body)
    clearSessionCookie(reply)
  })
}
