import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './public-page.contracts.ts'

export const readPublicPage = defineEndpoint<typeof contracts.readPublicPage>('GET', '/a/:key')
export const readPublicCover = defineEndpoint<typeof contracts.readPublicCover>('GET', '/a/:key/cover.jpg')
export const downloadPublicActivity = defineEndpoint<typeof contracts.downloadPublicActivity>(
  'GET',
  '/a/:key/aktiviti.ics',
)
export const joinPublicActivity = defineEndpoint<typeof contracts.joinPublicActivity>('GET', '/a/:key/join')
