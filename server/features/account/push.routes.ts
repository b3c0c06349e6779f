import type { Routes } from '#server/http/implement.ts'
import { openVapid } from '#server/push/vapid.ts'
import * as endpoints from '#shared/contracts/push.endpoints.ts'
import { readPush, setQuietHours, turnPushOff, turnPushOn } from './push.service.ts'

export const routes: Routes = (implement, { settings, context: { secret } }) => {
  const { publicKey } = openVapid(settings, secret)
  implement(endpoints.readPush, ({ context }) => readPush(context, publicKey))
  implement(endpoints.turnPushOn, ({ context, body }) => turnPushOn(context, publicKey, body))
  implement(endpoints.turnPushOff, ({ context, params }) => turnPushOff(context, params.id))
  implement(endpoints.setQuietHours, ({ context, body }) => setQuietHours(context, body))
}
