import { sendFile } from '#server/http/attachment.ts'
import type { Routes } from '#server/http/implement.ts'
import { receiveUpload } from '#server/http/receive-upload.ts'
import { incomingFolder } from '#server/storage.ts'
import * as endpoints from '#shared/contracts/files.endpoints.ts'
import { fileSizeLimits } from '#shared/file-kinds.ts'
import { openFile, refuseIfTooMany, storeFile } from './files.service.ts'

export const routes: Routes = async (implement, app) => {
  const folder = incomingFolder(app.settings)

  implement(endpoints.storeFile, async ({ context, query, request }) => {
    await refuseIfTooMany(context)
    const { kind } = query
    return receiveUpload(request, { folder, most: fileSizeLimits[kind] }, upload =>
      storeFile(context, { ...upload, kind }),
    )
  })

  implement(endpoints.openFile, async ({ context, params, query, reply }) => {
    const isThumbnail = query.size === 'thumbnail'
    const { size, ...file } = await openFile(context, params.id, isThumbnail)
    return sendFile(reply, { ...file, ...(!isThumbnail && { size }) })
  })
}
