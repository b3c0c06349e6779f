import { endpoint } from '#shared/endpoint.ts'
import type * as contracts from './public-page.contracts.ts'

export const readPublicPage = endpoint<typeof contracts.readPublicPage>('GET', '/a/:key')
export const readPublicCover = endpoint<typeof contracts.readPublicCover>('GET', '/a/:key/cover.jpg')
export const downloadPublicActivity = endpoint<typeof contracts.downloadPublicActivity>(
  'GET',
  '/a/:key/aktiviti.ics',
)
export const joinPublicActivity = endpoint<typeof contracts.joinPublicActivity>('GET', '/a/:key/join')
