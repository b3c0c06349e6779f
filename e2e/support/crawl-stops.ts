// Lists every URL of the client for the screen crawl (test that opens every screen).
// Record ids in the URLs of the screen crawl come from the demo data.
import type { Page } from '@playwright/test'
import { clientPaths, getLayoutKindOfPagePath } from '#shared/paths.ts'
import { isLongRun } from './fixtures.ts'

export interface CrawlStop {
  name: string
  path: string
}

/**
 * URLs whose query parameters open a different screen than the path alone, and one URL that shows the
 * not-found page.
 */
const queryUrls = [
  '/user-management?tab=roles',
  '/analytics?tab=geography',
  '/activities?view=calendar&scope=all',
  '/tiada',
]
/**
 * URLs that only the long screen crawl opens, because they show variants of screens that every crawl opens.
 */
const similarUrls = [
  '/register',
  '/register?form=full',
  '/members?country=United+Kingdom&role=member&educationLevel=degree',
  '/user-management?tab=pending',
  '/analytics?tab=activities',
  '/activities?view=agenda&scope=all',
  '/announcements?tab=managed',
]

export const buildCrawlStops = (paths: string[]): CrawlStop[] =>
  paths.map(path => ({ name: path.replace(/\W+/g, '-').slice(1), path }))

async function readFirstId(page: Page, list: string): Promise<number> {
  const [first] = await (await page.request.get(`/api/${list}`)).json()
  return first.id
}

/** URLs of pages without the application's menu, which the screen crawl opens as a signed-out visitor. */
const visitorAddresses: Record<string, string[]> = {
  '/login': ['/login'],
  '/register': ['/register', '/register?form=quick', '/register?form=full'],
  '/join': ['/join', '/join#x'],
  '/forgot-password': ['/forgot-password'],
  '/reset-password': ['/reset-password#x'],
  '/confirm-email': ['/confirm-email#x'],
  '/link-google': ['/link-google'],
  '/proved': ['/proved'],
  '/not-me': ['/not-me#x'],
  '/verify': ['/verify', '/verify#bukan-kad'],
  '/unsubscribe': ['/unsubscribe#x'],
  '/help': ['/help', '/help?search=kad'],
}

/**
 * Throws if a route of the client has no URL in the screen crawl, because the crawl must open every screen.
 */
function requireUrl<Value>(value: Value | undefined, path: string): Value {
  if (value === undefined)
    throw new Error(`${path} has no URL in e2e/support/crawl-stops.ts: add one to the crawl`)
  return value
}

const isOutsideShell = (path: string) => ['outside', 'door'].includes(getLayoutKindOfPagePath(path))

export const visitorStops = buildCrawlStops(
  clientPaths.filter(isOutsideShell).flatMap(path => requireUrl(visitorAddresses[path], path)),
).map(stop => ({ ...stop, name: `visitor-${stop.name}` }))

/**
 * Uploads a member list for an import, by default with one person. The import is not confirmed, so no member is added.
 * With an empty `place`, the list is for the caller's own club.
 */
export async function uploadMemberListForImport(
  page: Page,
  rows = ['Nama penuh,Email', 'Aminah binti Salleh,aminah.import@contoh.my', ''],
  place = 'country=Japan',
): Promise<number> {
  const file = { name: 'ahli.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) }
  const response = await page.request.post(`/api/imports?${place}`, { multipart: { file } })
  if (!response.ok()) throw new Error(`Import for ${place}: ${response.status()} ${await response.text()}`)
  return (await response.json()).id
}

/** URLs of screens that show a member's own records. fee-payments.spec.ts checks their layout as that member. */
const ownPaths: readonly string[] = ['/fees/pay/$id']

/**
 * Finds three ids in the demo data: of a fee plan, of the account of a member who paid, and of the receipt.
 */
async function findDemoFees(page: Page) {
  const plan = await readFirstId(page, 'fees/plans')
  const charges = await page.request.get(`/api/fees/plans/${plan}/charges?state=paid&page=1&pageSize=1`)
  const [charge] = await charges.json()
  const account = await (await page.request.get(`/api/fees/accounts/${charge.accountId}`)).json()
  const receipt = account.charges[0].receipts[0]
  return { '/fees/plans/$id': plan, '/fees/accounts/$id': charge.accountId, '/fees/receipts/$id': receipt.id }
}

/** Lists the URLs of pages with the application's menu, which the screen crawl visits as a system administrator. */
export async function listAppShellUrlsForScreenCrawl(page: Page): Promise<CrawlStop[]> {
  const planned = await readFirstId(page, 'activities?page=1&pageSize=1&status=planned')
  const past = await readFirstId(page, 'activities?page=1&pageSize=1&status=completed')
  const club = await readFirstId(page, 'clubs?page=1&pageSize=1&search=London')
  // The test creates a roll-call (safety check) for a city without members, so that it notifies nobody.
  // The response is ignored, because another screen crawl may already have created the same roll-call.
  const data = { country: 'Indonesia', city: 'Tiada', message: 'Latihan sahaja' }
  await page.request.post('/api/roll-calls', { data })
  const [kept, duplicate] = await (await page.request.get('/api/users?page=1&pageSize=2&role=member')).json()
  const parameters: Record<string, number | string> = {
    '/imports/$id': await uploadMemberListForImport(page),
    '/duplicates/$id': `${kept.id}?with=${duplicate.id}`,
    '/clubs/$id': club,
    '/clubs/$id/cards': club,
    '/activities/$id': planned,
    '/activities/$id/check-in': planned,
    '/check-in/$id': planned,
    '/announcements/$id': await readFirstId(page, 'announcements'),
    '/elections/$id': await readFirstId(page, 'elections'),
    '/motions/$id': await readFirstId(page, 'motions'),
    '/safety/$id': await readFirstId(page, 'roll-calls'),
    ...(await findDemoFees(page)),
  }
  const paths = clientPaths
    .filter(path => !isOutsideShell(path) && !ownPaths.includes(path))
    .map(path =>
      path.includes('$') ? path.replace('$id', String(requireUrl(parameters[path], path))) : path,
    )
  return [
    ...buildCrawlStops([...paths, ...queryUrls]),
    ...(isLongRun
      ? [
          ...buildCrawlStops(similarUrls),
          { name: 'activity-past', path: `/activities/${past}` },
          { name: 'door-open', path: `/activities/${past}/check-in` },
        ]
      : []),
  ]
}
