// Every address of the program as somebody can open it, with records of the demo for those that need one.
import type { Page } from '@playwright/test'
import { clientPaths } from '#shared/paths.ts'
import { isFromEverywhere } from './phone.ts'

export interface Stop {
  name: string
  path: string
}

const outside =
  /^\/(login|register|.*password|confirm-email|link-google|proved|not-me|verify|unsubscribe|help)?$/

/** Beside every address there is: what stands behind ? and opens another screen. */
const more = [
  '/user-management?tab=roles',
  '/analytics?tab=geography',
  '/activities?view=calendar&scope=all',
  '/tiada',
]
/** And what is made of the same parts as others: for the long run. */
const alike = [
  '/register',
  '/register?form=full',
  '/members?country=United+Kingdom&role=member&educationLevel=degree',
  '/user-management?tab=pending',
  '/analytics?tab=activities',
  '/activities?view=agenda&scope=all',
  '/announcements?tab=managed',
]

export const named = (paths: string[]): Stop[] =>
  paths.map(path => ({ name: path.replace(/\W+/g, '-').slice(1), path }))

async function firstId(page: Page, list: string): Promise<number> {
  const [first] = await (await page.request.get(`/api/${list}`)).json()
  return first.id
}

/** For whoever is not signed in. */
export const outsideAddresses = named([
  '/login',
  '/register',
  '/register?form=quick',
  '/register?form=full',
  '/forgot-password',
  '/reset-password#x',
  '/confirm-email#x',
  '/link-google',
  '/verify',
  '/verify#bukan-kad',
  '/unsubscribe#x',
  '/help',
  '/help?search=kad',
]).map(stop => ({ ...stop, name: `visitor-${stop.name}` }))

/** Of the shell, for a system administrator. */
export async function insideAddresses(page: Page): Promise<Stop[]> {
  const club = await firstId(page, 'clubs?page=1&pageSize=1&search=London')
  const planned = await firstId(page, 'activities?page=1&pageSize=1&status=planned')
  const past = await firstId(page, 'activities?page=1&pageSize=1&status=completed')
  const announcement = await firstId(page, 'announcements')
  // Of a city that nobody lives in: nobody is asked.
  const data = { country: 'Indonesia', city: 'Tiada', message: 'Latihan sahaja' }
  const { id: rollCall } = await (await page.request.post('/api/roll-calls', { data })).json()
  const [one, other] = await (await page.request.get('/api/users?page=1&pageSize=2&role=member')).json()
  const ids: Record<string, number> = { clubs: club, announcements: announcement, safety: rollCall }
  const idOf = (path: string) => ids[path.split('/')[1] ?? ''] ?? planned
  const inside = clientPaths.filter(path => !outside.test(path))
  const paths = inside.map(path => path.replace('$id', String(idOf(path))))
  return [
    ...named([...paths, ...more]),
    { name: 'merge', path: `/duplicates/${one.id}?with=${other.id}` },
    ...(isFromEverywhere
      ? [
          ...named(alike),
          { name: 'activity-past', path: `/activities/${past}` },
          { name: 'door-open', path: `/activities/${past}/check-in` },
        ]
      : []),
  ]
}
