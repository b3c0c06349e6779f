import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { groupParams } from './chat.ts'
import {
  afterQuery,
  cardList,
  deviceBody,
  epochBody,
  epochsAnswer,
  keysQuery,
  myKeys,
  myKeysBody,
  rosterAnswer,
  rosterBody,
  wrap,
} from './keys.ts'

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

export const addDevice = endpoint('POST', '/api/keys/me/devices', {
  access: 'account.manage',
  body: deviceBody,
  answer: 'nothing',
})

export const listWraps = endpoint('GET', '/api/keys/me/wraps', {
  access: 'account.manage',
  answer: z.array(wrap),
})

export const addWrap = endpoint('POST', '/api/keys/me/wraps', {
  access: 'account.manage',
  body: wrap,
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
