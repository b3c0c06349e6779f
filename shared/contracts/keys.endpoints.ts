import * as z from 'zod/mini'
import { signed } from '#shared/e2ee/signed.ts'
import { endpoint } from '#shared/endpoint.ts'
import { noBody } from './answers.ts'
import { groupParams } from './chat.ts'
import {
  afterQuery,
  cardList,
  deviceBody,
  deviceParams,
  epochBody,
  epochsAnswer,
  keysQuery,
  myKeys,
  myKeysBody,
  rosterAnswer,
  rosterBody,
  wrapBody,
  wrapList,
} from './keys.ts'
import { proofBody } from './password.ts'
import { idParam } from './query.ts'

export const findCards = endpoint('GET', '/api/keys', {
  access: 'groups.use',
  query: keysQuery,
  answer: cardList,
})

export const readMyKeys = endpoint('GET', '/api/keys/me', { access: 'account.manage', answer: myKeys })

export const saveMyKeys = endpoint('PUT', '/api/keys/me', {
  access: 'account.manage',
  body: myKeysBody,
  answer: 'nothing',
})

/** Only as long as nothing was sealed to them. */
export const withdrawMyKeys = endpoint('DELETE', '/api/keys/me', {
  access: 'account.manage',
  body: noBody,
  answer: 'nothing',
})

export const signMyName = endpoint('PUT', '/api/keys/me/name', {
  access: 'account.manage',
  body: signed,
  answer: 'nothing',
})

export const addDevice = endpoint('POST', '/api/keys/me/devices', {
  access: 'account.manage',
  body: deviceBody,
  answer: 'nothing',
})

export const removeDevice = endpoint('DELETE', '/api/keys/me/devices/:dev', {
  access: 'account.manage',
  params: deviceParams,
  body: noBody,
  answer: 'nothing',
})

export const listWraps = endpoint('GET', '/api/keys/me/wraps', {
  access: 'account.manage',
  answer: wrapList,
})

export const addWrap = endpoint('POST', '/api/keys/me/wraps', {
  access: 'account.manage',
  proof: true,
  body: wrapBody,
  answer: 'nothing',
})

export const removeWrap = endpoint('DELETE', '/api/keys/me/wraps/:id', {
  access: 'account.manage',
  proof: true,
  params: z.object({ id: idParam }),
  body: proofBody,
  answer: 'nothing',
})

export const readRoster = endpoint('GET', '/api/groups/:id/roster', {
  access: 'groups.use',
  params: groupParams,
  query: afterQuery,
  answer: rosterAnswer,
})

export const extendRoster = endpoint('POST', '/api/groups/:id/roster', {
  access: 'groups.use',
  params: groupParams,
  body: rosterBody,
  answer: 'nothing',
})

export const listEpochs = endpoint('GET', '/api/groups/:id/epochs', {
  access: 'groups.use',
  params: groupParams,
  query: afterQuery,
  answer: epochsAnswer,
})

/** With boxes for five hundred, which is more than other calls may carry. */
export const addEpoch = endpoint('POST', '/api/groups/:id/epochs', {
  access: 'groups.use',
  params: groupParams,
  body: epochBody,
  bodyLimit: 128 * 1024,
  answer: 'nothing',
})
