import * as z from 'zod/mini'
import { contract } from '#shared/endpoint.ts'
import { activityParams } from './activities.ts'
import { calendarFeed, feedAddress, feedParams, newFeedBody } from './calendar.ts'

/** Lists the calendar feeds of the caller. */
export const listFeeds = contract({
  access: 'activities.list',
  answer: z.array(calendarFeed),
})

/** Returns the caller's calendar feed, or creates it. */
export const openFeed = contract({
  access: 'activities.list',
  body: newFeedBody,
  answer: calendarFeed,
})

export const revokeFeed = contract({
  access: 'activities.list',
  params: feedParams,
  answer: 'nothing',
})

/** Serves a subscribed calendar. The secret in the URL authorizes the request. */
export const readFeed = contract({
  access: 'public',
  params: feedAddress,
  answer: 'stream',
})

/** Downloads one activity as a calendar file. */
export const downloadActivity = contract({
  access: 'activities.list',
  params: activityParams,
  answer: 'stream',
})
