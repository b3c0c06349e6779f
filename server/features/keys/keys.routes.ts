import type { FastifyRequest } from 'fastify'
import {
  findPublicKeysAndSignedNames,
  publishOwnKeys,
  readOwnKeys,
  registerDeviceThatHoldsKeys,
  revokeOwnKeys,
  unregisterDeviceThatHoldsKeys,
} from '#server/features/keys/identity/own-keys.service.ts'
import { saveFullNameSignedByUser } from '#server/features/keys/identity/save-full-name-signed-by-user.service.ts'
import {
  closeDeviceLinkForKeyTransfer,
  createDeviceLinkForKeyTransfer,
  readDeviceLink,
  storeEncryptedKeysForNewDevice,
  storeNewDeviceNonceForKeyTransfer,
  storeOldDeviceReplyForKeyTransfer,
} from '#server/features/keys/recovery/device-links.service.ts'
import {
  addKeyRecoveryMethod,
  listKeyRecoveryMethods,
  removeKeyRecoveryMethod,
} from '#server/features/keys/recovery/key-wraps.service.ts'
import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import {
  detectBrowserAndOperatingSystem,
  formatDeviceName,
} from '#server/identity/detect-browser-and-operating-system.ts'
import * as links from '#shared/contracts/keys/key-links.endpoints.ts'
import * as endpoints from '#shared/contracts/keys/keys.endpoints.ts'

/** Describes the requesting browser in the same form as the list of sessions, in the language of its user. */
function describeRequestDevice(request: FastifyRequest): string {
  const { browser, system } = detectBrowserAndOperatingSystem(request.headers['user-agent'] ?? null)
  return formatDeviceName(browser, system)
}

export const registerRoutes: FeatureRoutes = implement => {
  implement(endpoints.findCards, ({ context, query }) => findPublicKeysAndSignedNames(context, query.ids))
  implement(endpoints.readOwnKeys, ({ context }) => readOwnKeys(context))
  implement(endpoints.publishOwnKeys, ({ context, body, request }) =>
    publishOwnKeys(context, describeRequestDevice(request), body),
  )
  implement(endpoints.revokeOwnKeys, ({ context }) => revokeOwnKeys(context))
  implement(endpoints.signMyName, ({ context, body }) => saveFullNameSignedByUser(context, body))
  implement(endpoints.addDevice, ({ context, body, request }) =>
    registerDeviceThatHoldsKeys(context, describeRequestDevice(request), body),
  )
  implement(endpoints.removeDevice, ({ context, params }) =>
    unregisterDeviceThatHoldsKeys(context, params.dev),
  )
  implement(links.openKeyLink, ({ context, body, request }) =>
    createDeviceLinkForKeyTransfer(context, describeRequestDevice(request), body),
  )
  implement(links.readKeyLink, ({ context, params }) => readDeviceLink(context, params.id))
  implement(links.replyToKeyLink, ({ context, params, body }) =>
    storeOldDeviceReplyForKeyTransfer(context, params.id, body),
  )
  implement(links.revealKeyLink, ({ context, params, body }) =>
    storeNewDeviceNonceForKeyTransfer(context, params.id, body),
  )
  implement(links.answerKeyLink, ({ context, params, body }) =>
    storeEncryptedKeysForNewDevice(context, params.id, body.answer),
  )
  implement(links.closeKeyLink, ({ context, params }) => closeDeviceLinkForKeyTransfer(context, params.id))
  implement(endpoints.listWraps, ({ context }) => listKeyRecoveryMethods(context))
  implement(endpoints.addWrap, ({ context, body }) => addKeyRecoveryMethod(context, body.wrap, body))
  implement(endpoints.removeWrap, ({ context, params, body }) =>
    removeKeyRecoveryMethod(context, params.id, body),
  )
}
