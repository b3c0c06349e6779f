import * as z from 'zod/mini'
import { reauthenticationBody } from '#shared/contracts/auth/password.schemas.ts'
import { groupParams } from '#shared/contracts/chat/chat.schemas.ts'
import { signed } from '#shared/e2ee/signed-text.ts'
import { defineContract } from '#shared/endpoint.ts'
import { idParam } from '#shared/fields/query-parameters.ts'
import { noBody } from '#shared/fields/responses.ts'
import {
  afterQuery,
  cardList,
  deviceBody,
  deviceParams,
  epochBody,
  epochsResponse,
  keysQuery,
  myKeys,
  myKeysBody,
  rosterBody,
  rosterResponse,
  wrapBody,
  wrapList,
} from './keys.schemas.ts'

export const findCards = defineContract({
  access: 'groups.use',
  query: keysQuery,
  answer: cardList,
})

export const readOwnKeys = defineContract({ access: 'account.manage', answer: myKeys })

export const publishOwnKeys = defineContract({
  access: 'account.manage',
  body: myKeysBody,
  answer: 'nothing',
})

/** Revokes the caller's encryption keys. Fails when data has already been encrypted with the keys. */
export const revokeOwnKeys = defineContract({
  access: 'account.manage',
  body: noBody,
  answer: 'nothing',
})

export const signMyName = defineContract({
  access: 'account.manage',
  body: signed,
  answer: 'nothing',
})

export const addDevice = defineContract({
  access: 'account.manage',
  body: deviceBody,
  answer: 'nothing',
})

export const removeDevice = defineContract({
  access: 'account.manage',
  params: deviceParams,
  body: noBody,
  answer: 'nothing',
})

export const listWraps = defineContract({
  access: 'account.manage',
  answer: wrapList,
})

export const addWrap = defineContract({
  access: 'account.manage',
  proof: true,
  body: wrapBody,
  answer: 'nothing',
})

export const removeWrap = defineContract({
  access: 'account.manage',
  proof: true,
  params: z.object({ id: idParam }),
  body: reauthenticationBody,
  answer: 'nothing',
})

export const readRoster = defineContract({
  access: 'groups.use',
  params: groupParams,
  query: afterQuery,
  answer: rosterResponse,
})

export const extendRoster = defineContract({
  access: 'groups.use',
  params: groupParams,
  body: rosterBody,
  answer: 'nothing',
})

export const listEpochs = defineContract({
  access: 'groups.use',
  params: groupParams,
  query: afterQuery,
  answer: epochsResponse,
})

/** Adds a key epoch (new group key). The key is encrypted for up to 500 members, so the body limit is higher. */
export const addEpoch = defineContract({
  access: 'groups.use',
  params: groupParams,
  body: epochBody,
  bodyLimit: 128 * 1024,
  answer: 'nothing',
})
