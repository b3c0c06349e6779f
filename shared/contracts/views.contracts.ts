import * as z from 'zod/mini'
import { contract } from '#shared/endpoint.ts'
import { view, viewBody, viewParams, viewsQuery } from './views.ts'

export const listViews = contract({
  access: 'users.list',
  query: viewsQuery,
  answer: z.array(view),
})

/** Saves a list view. A view with the same name is replaced. */
export const saveView = contract({
  access: 'users.list',
  body: viewBody,
  answer: 'nothing',
})

export const removeView = contract({
  access: 'users.list',
  params: viewParams,
  answer: 'nothing',
})
