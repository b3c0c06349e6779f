// Topics: kinds of data that a change can affect. Each topic lists the API URLs whose responses contain the data.
// The server names the topics of a change. Clients then fetch the cached responses of the topics' URLs again.

/** API URL prefixes whose cached responses each topic invalidates. */
const urlPrefixes = {
  account: ['/api/account'],
  activity: ['/api/activities', '/api/check-in', '/api/dashboard'],
  /** Invalidation topic for an activity's title, shown in notifications, audit log and attendance list. */
  activityTitle: ['/api/notifications', '/api/audit', '/api/attendance'],
  announcements: ['/api/announcements', '/api/dashboard'],
  audit: ['/api/audit'],
  calendar: ['/api/calendar'],
  calls: ['/api/calls'],
  /** Invalidation topic for attendance, shown on check-in devices, activity pages and attendance lists. */
  checkIns: ['/api/check-in', '/api/activities', '/api/attendance'],
  club: ['/api/clubs', '/api/dashboard', '/api/groups'],
  /** Invalidation topic for a club's name, which members, activities and notifications also show. */
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
  countries: ['/api/countries'],
  dataRegister: ['/api/data-register'],
  /** Invalidation topic for members' choices whether the club directory lists them. */
  directory: ['/api/clubs'],
  download: ['/api/account/data'],
  /** Invalidation topic for elections and motions, which the dashboard lists when the user can act. */
  elections: ['/api/elections', '/api/motions', '/api/dashboard'],
  everything: ['/api/'],
  /** Invalidation topic for definitions of custom fields, on which user lists and profiles depend. */
  fields: ['/api/custom-fields', '/api/users', '/api/profile/custom-fields'],
  /** Invalidation topic for fees and receipts. The dashboard is included, because it lists unpaid charges. */
  fees: ['/api/fees', '/api/dashboard'],
  /** Invalidation topic for analytics. The server never sends it, so clients refetch only on request. */
  figures: ['/api/analytics'],
  groups: ['/api/groups'],
  imports: ['/api/imports'],
  /** Invalidation topic for invitations, which also appear as an onboarding step on the dashboard. */
  invitations: ['/api/invitations', '/api/dashboard'],
  keys: ['/api/keys', '/api/dashboard'],
  merging: ['/api/merging', '/api/account/merging'],
  /** Invalidation topic for the user's own data in the header, the sidebar and the profile. */
  me: ['/api/auth/me', '/api/profile', '/api/card'],
  messages: ['/api/messages'],
  notifications: ['/api/notifications'],
  offices: ['/api/offices'],
  /** Invalidation topic for the participants of an activity, shown on its page and on check-in devices. */
  participants: ['/api/activities', '/api/check-in'],
  person: ['/api/users', '/api/people', '/api/clubs', '/api/dashboard', '/api/offices'],
  push: ['/api/push', '/api/dashboard'],
  preferences: ['/api/account/preferences'],
  reports: ['/api/reports'],
  rollCalls: ['/api/roll-calls', '/api/dashboard'],
  /** Invalidation topic for segments (saved member filters), which member lists offer as filters. */
  segments: ['/api/segments', '/api/users'],
  sessions: ['/api/account/sessions'],
  /** Invalidation topic for tags, which member lists offer as filters. */
  tags: ['/api/tags', '/api/users'],
  /** Invalidation topic for the saved list views of the user. */
  views: ['/api/views'],
  unmaskings: ['/api/profile/unmaskings'],
} as const

export type Topic = keyof typeof urlPrefixes
export const topics = Object.keys(urlPrefixes) as [Topic, ...Topic[]]

/** Lists the URL prefixes whose cached responses the topics invalidate. */
export function listUrlsInvalidatedByTopics(names: Iterable<Topic>): string[] {
  // A newer release of the server may send topics that this client does not know. They are ignored.
  return [...new Set([...names].flatMap((name): readonly string[] => urlPrefixes[name] ?? []))]
}
