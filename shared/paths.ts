/** A place of our own to go to afterwards: what somebody else wrote must not lead away, nor into a call. */
export function isOwnPath(text: string): boolean {
  return /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(text) && !/^\/api(\/|$)/i.test(text)
}

/** A page that the server draws itself, which the client's router does not know. */
export function isServerPage(path = ''): boolean {
  return path.startsWith('/a/')
}

/** Screens that stand outside of the shell. */
const outside = [
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

/** The addresses that the client's router knows, so that the server can say of all others that nothing is there. */
export const clientPaths = [
  '/',
  '/login',
  ...outside,
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
  '/roll-calls',
  '/safety/$id',
  '/communication',
  '/communication/search',
  '/reports',
  '/user-management',
  '/offices',
  '/analytics',
  '/communication-analytics',
  '/web-analytics',
  '/audit',
  '/outbox',
  '/data-register',
  '/notifications',
  '/card',
  '/profile',
  '/settings',
  '/help/encryption',
]

/** What a screen is drawn in: the shell, a page outside of it, or the door itself. */
export type FrameKind = 'shell' | 'outside' | 'door'

/** As the client's router compares: whatever the case, with or without a slash at the end. */
export function frameOf(address: string): FrameKind {
  const path = address.toLowerCase().replace(/(.)\/$/, '$1')
  if (path === '/login') return 'door'
  return outside.includes(path) ? 'outside' : 'shell'
}
