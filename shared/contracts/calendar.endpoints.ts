import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { activityParams } from './activities.ts'
import { calendarFeed, feedAddress, feedParams, newFeedBody } from './calendar.ts'

/** One's own. */
export const listFeeds = endpoint('GET', '/api/calendar/feeds', {
  access: 'activities.list',
  answer: z.array(calendarFeed),
})

/** The one that is there, or a new one. */
export const openFeed = endpoint('POST', '/api/calendar/feeds', {
  access: 'activities.list',
  body: newFeedBody,
  answer: calendarFeed,
})

export const revokeFeed = endpoint('DELETE', '/api/calendar/feeds/:id', {
  access: 'activities.list',
  params: feedParams,
  answer: 'nothing',
})

/** What a subscribed calendar asks for; the address is the proof. */
export const readFeed = endpoint('GET', '/api/calendar/:id/:proof', {
  access: 'public',
  params: feedAddress,
  answer: 'stream',
})

/** One activity, to be put into a calendar by hand. */
export const downloadActivity = endpoint('GET', '/api/activities/:id/calendar', {
  access: 'activities.list',
  params: activityParams,
  answer: 'stream',
})
