import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import { loadVapidKeys } from '#server/push/vapid.ts'
import * as endpoints from '#shared/contracts/account/push.endpoints.ts'
import { readPushSettings, registerPushDevice, removePushDevice, setQuietHours } from './push.service.ts'

export const registerRoutes: FeatureRoutes = (implement, { settings, context: { secret } }) => {
  const { publicKey } = loadVapidKeys(settings, secret)
  implement(endpoints.readPush, ({ context }) => readPushSettings(context, publicKey))
  implement(endpoints.turnPushOn, ({ context, body }) => registerPushDevice(context, publicKey, body))
  implement(endpoints.turnPushOff, ({ context, params }) => removePushDevice(context, params.id))
  implement(endpoints.setQuietHours, ({ context, body }) => setQuietHours(context, body))
}
