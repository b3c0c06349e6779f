import * as z from 'zod/mini'
import { defineContract } from '#shared/endpoint.ts'
import { view, viewBody, viewParams, viewsQuery } from './views.schemas.ts'

export const listViews = defineContract({
  access: 'users.list',
  query: viewsQuery,
  answer: z.array(view),
})

/**
 * Saves a list view (filters, sort order and columns in the query string of a list). A saved view with the same name is
 * replaced.
 */
export const saveView = defineContract({
  access: 'users.list',
  body: viewBody,
  answer: 'nothing',
})

export const removeView = defineContract({
  access: 'users.list',
  params: viewParams,
  answer: 'nothing',
})
