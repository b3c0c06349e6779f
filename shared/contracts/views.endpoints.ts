import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { view, viewBody, viewParams, viewsQuery } from './views.ts'

export const listViews = endpoint('GET', '/api/views', {
  access: 'users.list',
  query: viewsQuery,
  answer: z.array(view),
})

/** The same name again takes the place of the one before. */
export const saveView = endpoint('POST', '/api/views', {
  access: 'users.list',
  body: viewBody,
  answer: 'nothing',
})

export const removeView = endpoint('DELETE', '/api/views/:id', {
  access: 'users.list',
  params: viewParams,
  answer: 'nothing',
})
