import { endpoint } from '#shared/endpoint.ts'
import type * as contracts from './keys.contracts.ts'

export const findCards = endpoint<typeof contracts.findCards>('GET', '/api/keys')
export const readMyKeys = endpoint<typeof contracts.readMyKeys>('GET', '/api/keys/me')
export const saveMyKeys = endpoint<typeof contracts.saveMyKeys>('PUT', '/api/keys/me')
export const withdrawMyKeys = endpoint<typeof contracts.withdrawMyKeys>('DELETE', '/api/keys/me')
export const signMyName = endpoint<typeof contracts.signMyName>('PUT', '/api/keys/me/name')
export const addDevice = endpoint<typeof contracts.addDevice>('POST', '/api/keys/me/devices')
export const removeDevice = endpoint<typeof contracts.removeDevice>('DELETE', '/api/keys/me/devices/:dev')
export const listWraps = endpoint<typeof contracts.listWraps>('GET', '/api/keys/me/wraps')
export const addWrap = endpoint<typeof contracts.addWrap>('POST', '/api/keys/me/wraps')
export const removeWrap = endpoint<typeof contracts.removeWrap>('DELETE', '/api/keys/me/wraps/:id')
export const readRoster = endpoint<typeof contracts.readRoster>('GET', '/api/groups/:id/roster')
export const extendRoster = endpoint<typeof contracts.extendRoster>('POST', '/api/groups/:id/roster')
export const listEpochs = endpoint<typeof contracts.listEpochs>('GET', '/api/groups/:id/epochs')
export const addEpoch = endpoint<typeof contracts.addEpoch>('POST', '/api/groups/:id/epochs')
