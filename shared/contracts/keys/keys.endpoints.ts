import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './keys.contracts.ts'

export const findCards = defineEndpoint<typeof contracts.findCards>('GET', '/api/keys')
export const readOwnKeys = defineEndpoint<typeof contracts.readOwnKeys>('GET', '/api/keys/me')
export const publishOwnKeys = defineEndpoint<typeof contracts.publishOwnKeys>('PUT', '/api/keys/me')
export const revokeOwnKeys = defineEndpoint<typeof contracts.revokeOwnKeys>('DELETE', '/api/keys/me')
export const signMyName = defineEndpoint<typeof contracts.signMyName>('PUT', '/api/keys/me/name')
export const addDevice = defineEndpoint<typeof contracts.addDevice>('POST', '/api/keys/me/devices')
export const removeDevice = defineEndpoint<typeof contracts.removeDevice>(
  'DELETE',
  '/api/keys/me/devices/:dev',
)
export const listWraps = defineEndpoint<typeof contracts.listWraps>('GET', '/api/keys/me/wraps')
export const addWrap = defineEndpoint<typeof contracts.addWrap>('POST', '/api/keys/me/wraps')
export const removeWrap = defineEndpoint<typeof contracts.removeWrap>('DELETE', '/api/keys/me/wraps/:id')
export const readRoster = defineEndpoint<typeof contracts.readRoster>('GET', '/api/groups/:id/roster')
export const extendRoster = defineEndpoint<typeof contracts.extendRoster>('POST', '/api/groups/:id/roster')
export const listEpochs = defineEndpoint<typeof contracts.listEpochs>('GET', '/api/groups/:id/epochs')
export const addEpoch = defineEndpoint<typeof contracts.addEpoch>('POST', '/api/groups/:id/epochs')
