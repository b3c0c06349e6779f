/** Whether the target of a redirect is a page of this site. External URLs and API paths are not. */
export function isInternalRedirectTarget(text: string): boolean {
  return /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(text) && !/^\/api(\/|$)/i.test(text)
}

/** Whether the server itself renders the page at this path. The client router has no route for such pages. */
export function isServerRenderedPath(path = ''): boolean {
  return path.startsWith('/a/')
}

/** Paths of screens without the application shell (header and sidebar). */
const pathsOutsideShell = [
  '/register',
  '/join',
  '/forgot-password',
  '/reset-password',
  '/confirm-email',
  '/link-google',
  '/proved',
  '/not-me',
  '/verify',
  '/unsubscribe',
  '/help',
]

/** Paths that the client router knows. For all other paths the server sends the app's page with status 404. */
export const clientPaths = [
  '/',
  '/login',
  ...pathsOutsideShell,
  '/dashboard',
  '/members',
  '/member-approval',
  '/imports',
  '/imports/$id',
  '/invitations',
  '/duplicates',
  '/duplicates/$id',
  '/clubs',
  '/clubs/$id',
  '/clubs/$id/cards',
  '/activities',
  '/activities/$id',
  '/activities/$id/check-in',
  '/check-in/$id',
  '/announcements',
  '/announcements/$id',
  '/elections',
  '/elections/$id',
  '/motions/$id',
  '/roll-calls',
  '/safety/$id',
  '/fees',
  '/fees/manage',
  '/fees/plans/$id',
  '/fees/accounts/$id',
  '/fees/receipts/$id',
  '/communication',
  '/communication/search',
  '/reports',
  '/user-management',
  '/offices',
  '/custom-fields',
  '/segments',
  '/analytics',
  '/communication-analytics',
  '/web-analytics',
  '/audit',
  '/outbox',
  '/data-register',
  '/fees/pay/$id',
  '/fees/slips',
  '/fees/payees',
  '/notifications',
  '/card',
  '/profile',
  '/settings',
  '/help/elections',
  '/help/encryption',
]

/**
 * Layout of a page: with header and sidebar (`shell`, on the dashboard `home`), without them (`outside`),
 * or the login page (`door`).
 */
export type PageLayout = 'shell' | 'home' | 'outside' | 'door'

/** Returns the layout of the page at a path. Like the client router, it ignores letter case and a trailing slash. */
export function getLayoutKindOfPagePath(pathname: string): PageLayout {
  const path = pathname.toLowerCase().replace(/(.)\/$/, '$1')
  if (path === '/login') return 'door'
  if (path === '/' || path === '/dashboard') return 'home'
  return pathsOutsideShell.includes(path) ? 'outside' : 'shell'
}
