import type { FastifyRequest } from 'fastify'
import type { Routes } from '#server/http/implement.ts'
import { describeDevice } from '#server/identity/device.ts'
import * as endpoints from '#shared/contracts/keys.endpoints.ts'
import { addDevice, findCards, readMyKeys, saveMyKeys } from './keys.service.ts'
import { addWrap, listWraps } from './wraps.service.ts'

/** As the list of sessions calls it. */
function deviceNameOf(request: FastifyRequest): string {
  const { browser, system } = describeDevice(request.headers['user-agent'] ?? null)
  return [browser ?? 'Pelayar', system].filter(Boolean).join(' di ')
}

export const routes: Routes = implement => {
  implement(endpoints.findCards, ({ context, query }) => findCards(context, query.ids))
  implement(endpoints.readMyKeys, ({ context }) => readMyKeys(context))
  implement(endpoints.saveMyKeys, ({ context, body, request }) =>
    saveMyKeys(context, deviceNameOf(request), body),
  )
  implement(endpoints.addDevice, ({ context, body, request }) =>
    addDevice(context, deviceNameOf(request), body),
  )
  implement(endpoints.listWraps, ({ context }) => listWraps(context))
  implement(endpoints.addWrap, ({ context, body }) => addWrap(context, body))
}
