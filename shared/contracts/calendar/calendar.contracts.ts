import * as z from 'zod/mini'
import { activityParams } from '#shared/contracts/activities/activities.schemas.ts'
import { defineContract } from '#shared/endpoint.ts'
import { calendarFeed, feedParams, feedUrlParams, newFeedBody } from './calendar.schemas.ts'

/** Lists the calendar feeds of the caller. */
export const listCalendarFeeds = defineContract({
  access: 'activities.list',
  answer: z.array(calendarFeed),
})

/** Returns the caller's calendar feed, or creates it. */
export const openCalendarFeed = defineContract({
  access: 'activities.list',
  body: newFeedBody,
  answer: calendarFeed,
})

export const revokeCalendarFeed = defineContract({
  access: 'activities.list',
  params: feedParams,
  answer: 'nothing',
})

/** Serves a subscribed calendar feed. The secret in the feed's URL authorizes the request. */
export const readCalendarFeed = defineContract({
  access: 'public',
  params: feedUrlParams,
  answer: 'stream',
})

/** Downloads one activity as a calendar file. */
export const downloadActivityCalendar = defineContract({
  access: 'activities.list',
  params: activityParams,
  answer: 'stream',
})
