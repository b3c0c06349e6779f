import type { FastifyRequest } from 'fastify'
import type { Routes } from '#server/http/implement.ts'
import { describeDevice } from '#server/identity/device.ts'
import * as links from '#shared/contracts/key-links.endpoints.ts'
import * as endpoints from '#shared/contracts/keys.endpoints.ts'
import { addDevice, findCards, readMyKeys, removeDevice, saveMyKeys, withdrawMyKeys } from './keys.service.ts'
import { answerLink, closeLink, openLink, readLink } from './links.service.ts'
import { signMyName } from './names.service.ts'
import { addWrap, listWraps, removeWrap } from './wraps.service.ts'

/** Describes the requesting browser in the same form as the list of sessions, for example "Chrome di Windows". */
function describeRequestDevice(request: FastifyRequest): string {
  const { browser, system } = describeDevice(request.headers['user-agent'] ?? null)
  return [browser ?? 'Pelayar', system].filter(Boolean).join(' di ')
}

export const routes: Routes = implement => {
  implement(endpoints.findCards, ({ context, query }) => findCards(context, query.ids))
  implement(endpoints.readMyKeys, ({ context }) => readMyKeys(context))
  implement(endpoints.saveMyKeys, ({ context, body, request }) =>
    saveMyKeys(context, describeRequestDevice(request), body),
  )
  implement(endpoints.withdrawMyKeys, ({ context }) => withdrawMyKeys(context))
  implement(endpoints.signMyName, ({ context, body }) => signMyName(context, body))
  implement(endpoints.addDevice, ({ context, body, request }) =>
    addDevice(context, describeRequestDevice(request), body),
  )
  implement(endpoints.removeDevice, ({ context, params }) => removeDevice(context, params.dev))
  implement(links.openLink, ({ context, body, request }) =>
    openLink(context, describeRequestDevice(request), body),
  )
  implement(links.readLink, ({ context, params }) => readLink(context, params.id))
  implement(links.answerLink, ({ context, params, body }) => answerLink(context, params.id, body.answer))
  implement(links.closeLink, ({ context, params }) => closeLink(context, params.id))
  implement(endpoints.listWraps, ({ context }) => listWraps(context))
  implement(endpoints.addWrap, ({ context, body }) => addWrap(context, body.wrap, body))
  implement(endpoints.removeWrap, ({ context, params, body }) => removeWrap(context, params.id, body))
}
