import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './views.contracts.ts'

export const listViews = defineEndpoint<typeof contracts.listViews>('GET', '/api/views')
export const saveView = defineEndpoint<typeof contracts.saveView>('POST', '/api/views')
export const removeView = defineEndpoint<typeof contracts.removeView>('DELETE', '/api/views/:id')
