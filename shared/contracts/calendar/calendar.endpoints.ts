import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './calendar.contracts.ts'

export const listCalendarFeeds = defineEndpoint<typeof contracts.listCalendarFeeds>(
  'GET',
  '/api/calendar/feeds',
)
export const openCalendarFeed = defineEndpoint<typeof contracts.openCalendarFeed>(
  'POST',
  '/api/calendar/feeds',
)
export const revokeCalendarFeed = defineEndpoint<typeof contracts.revokeCalendarFeed>(
  'DELETE',
  '/api/calendar/feeds/:id',
)
export const readCalendarFeed = defineEndpoint<typeof contracts.readCalendarFeed>(
  'GET',
  '/api/calendar/:id/:proof',
)
export const downloadActivityCalendar = defineEndpoint<typeof contracts.downloadActivityCalendar>(
  'GET',
  '/api/activities/:id/calendar',
)
