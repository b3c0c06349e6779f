import { endpoint } from '#shared/endpoint.ts'
import type * as contracts from './calendar.contracts.ts'

export const listFeeds = endpoint<typeof contracts.listFeeds>('GET', '/api/calendar/feeds')
export const openFeed = endpoint<typeof contracts.openFeed>('POST', '/api/calendar/feeds')
export const revokeFeed = endpoint<typeof contracts.revokeFeed>('DELETE', '/api/calendar/feeds/:id')
export const readFeed = endpoint<typeof contracts.readFeed>('GET', '/api/calendar/:id/:proof')
export const downloadActivity = endpoint<typeof contracts.downloadActivity>(
  'GET',
  '/api/activities/:id/calendar',
)
