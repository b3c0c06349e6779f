import { endpoint } from '#shared/endpoint.ts'
import type * as contracts from './views.contracts.ts'

export const listViews = endpoint<typeof contracts.listViews>('GET', '/api/views')
export const saveView = endpoint<typeof contracts.saveView>('POST', '/api/views')
export const removeView = endpoint<typeof contracts.removeView>('DELETE', '/api/views/:id')
