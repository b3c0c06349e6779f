import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import { sendFileAsDownload } from '#server/http/files/attachment.ts'
import { receiveUpload } from '#server/http/files/receive-upload.ts'
import { getUnfinishedUploadsFolder } from '#server/storage.ts'
import * as endpoints from '#shared/contracts/files/files.endpoints.ts'
import { fileSizeLimits } from '#shared/file-kinds.ts'
import { openFile, rejectUploadAboveQuota, storeFile } from './files.service.ts'

export const registerRoutes: FeatureRoutes = async (implement, app) => {
  const folder = getUnfinishedUploadsFolder(app.settings)

  implement(endpoints.storeFile, async ({ context, query, request }) => {
    await rejectUploadAboveQuota(context)
    const { kind } = query
    return receiveUpload(request, { folder, most: fileSizeLimits[kind] }, upload =>
      storeFile(context, { ...upload, kind }),
    )
  })

  implement(endpoints.downloadFile, async ({ context, params, query, reply }) => {
    const isThumbnail = query.size === 'thumbnail'
    const { size, ...file } = await openFile(context, params.id, isThumbnail)
    return sendFileAsDownload(reply, { ...file, ...(!isThumbnail && { size }) })
  })
}
