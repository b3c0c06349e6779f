import * as z from 'zod/mini'
import { signed } from '#shared/e2ee/signed.ts'
import { contract } from '#shared/endpoint.ts'
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

export const findCards = contract({
  access: 'groups.use',
  query: keysQuery,
  answer: cardList,
})

export const readMyKeys = contract({ access: 'account.manage', answer: myKeys })

export const saveMyKeys = contract({
  access: 'account.manage',
  body: myKeysBody,
  answer: 'nothing',
})

/** Withdraws the caller's keys. Fails once anything was encrypted to them. */
export const withdrawMyKeys = contract({
  access: 'account.manage',
  body: noBody,
  answer: 'nothing',
})

export const signMyName = contract({
  access: 'account.manage',
  body: signed,
  answer: 'nothing',
})

export const addDevice = contract({
  access: 'account.manage',
  body: deviceBody,
  answer: 'nothing',
})

export const removeDevice = contract({
  access: 'account.manage',
  params: deviceParams,
  body: noBody,
  answer: 'nothing',
})

export const listWraps = contract({
  access: 'account.manage',
  answer: wrapList,
})

export const addWrap = contract({
  access: 'account.manage',
  proof: true,
  body: wrapBody,
  answer: 'nothing',
})

export const removeWrap = contract({
  access: 'account.manage',
  proof: true,
  params: z.object({ id: idParam }),
  body: proofBody,
  answer: 'nothing',
})

export const readRoster = contract({
  access: 'groups.use',
  params: groupParams,
  query: afterQuery,
  answer: rosterAnswer,
})

export const extendRoster = contract({
  access: 'groups.use',
  params: groupParams,
  body: rosterBody,
  answer: 'nothing',
})

export const listEpochs = contract({
  access: 'groups.use',
  params: groupParams,
  query: afterQuery,
  answer: epochsAnswer,
})

/** Adds an epoch with up to 500 encrypted keys, which needs a larger body limit. */
export const addEpoch = contract({
  access: 'groups.use',
  params: groupParams,
  body: epochBody,
  bodyLimit: 128 * 1024,
  answer: 'nothing',
})
