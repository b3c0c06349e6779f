// What a change touches, by name, and once for all the addresses whose answers show it.

/** The beginnings of addresses. */
const addresses = {
  account: ['/api/account'],
  activity: ['/api/activities', '/api/check-in', '/api/dashboard'],
  /** Its title stands in the news, in the trail and among what one has been to as well. */
  activityTitle: ['/api/notifications', '/api/audit', '/api/attendance'],
  announcements: ['/api/announcements', '/api/dashboard'],
  audit: ['/api/audit'],
  calendar: ['/api/calendar'],
  calls: ['/api/calls'],
  /** Who came: at the door, on the activity, and on one's own page. */
  checkIns: ['/api/check-in', '/api/activities', '/api/attendance'],
  club: ['/api/clubs', '/api/dashboard', '/api/groups'],
  /** A club's name stands beside its people, activities and news. */
  clubName: [
    '/api/users',
    '/api/people',
    '/api/profile',
    '/api/card',
    '/api/activities',
    '/api/check-in',
    '/api/attendance',
    '/api/notifications',
    '/api/audit',
  ],
  dataRegister: ['/api/data-register'],
  /** Who of a club wants to be seen there. */
  directory: ['/api/clubs'],
  download: ['/api/account/data'],
  everything: ['/api/'],
  /** Nobody is told of these: they are read anew when somebody asks for it. */
  figures: ['/api/analytics'],
  groups: ['/api/groups'],
  imports: ['/api/imports'],
  /** Also what of the first steps is done. */
  invitations: ['/api/invitations', '/api/dashboard'],
  keys: ['/api/keys', '/api/dashboard'],
  merging: ['/api/merging', '/api/account/merging'],
  /** One's own: what the shell and one's profile show. */
  me: ['/api/auth/me', '/api/profile', '/api/card'],
  messages: ['/api/messages'],
  notifications: ['/api/notifications'],
  offices: ['/api/offices'],
  /** Who has a place: on the activity, and at its door. */
  participants: ['/api/activities', '/api/check-in'],
  person: ['/api/users', '/api/people', '/api/clubs', '/api/dashboard', '/api/offices'],
  push: ['/api/push', '/api/dashboard'],
  preferences: ['/api/account/preferences'],
  reports: ['/api/reports'],
  rollCalls: ['/api/roll-calls', '/api/dashboard'],
  sessions: ['/api/account/sessions'],
  /** Ways of one's own to look at a list. */
  views: ['/api/views'],
  unmaskings: ['/api/profile/unmaskings'],
} as const

export type Topic = keyof typeof addresses
export const topics = Object.keys(addresses) as [Topic, ...Topic[]]

/** Where what these name is shown. */
export function addressesOf(names: Iterable<Topic>): string[] {
  // One that this release does not know is passed over.
  return [...new Set([...names].flatMap((name): readonly string[] => addresses[name] ?? []))]
}
