// Topics: kinds of data that a change can affect. Each topic lists the API URLs whose responses contain the data.
// The server names the topics of a change. Clients then fetch the cached responses of the topics' URLs again.

/** API URL prefixes whose cached responses each topic invalidates. */
const urlPrefixes = {
  account: ['/api/account'],
  activity: ['/api/activities', '/api/check-in', '/api/dashboard'],
  /** Topic for the change of an activity's title, which notifications, audit log and attendance list show, too. */
  activityTitle: ['/api/notifications', '/api/audit', '/api/attendance'],
  announcements: ['/api/announcements', '/api/dashboard'],
  audit: ['/api/audit'],
  calendar: ['/api/calendar'],
  calls: ['/api/calls'],
  /** Topic for the attendance of an activity, shown on check-in devices, activity page and attendance list. */
  checkIns: ['/api/check-in', '/api/activities', '/api/attendance'],
  club: ['/api/clubs', '/api/dashboard', '/api/groups'],
  /** Topic for the change of a club's name, which members, activities and notifications show, too. */
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
  /** Topic for a member's choice whether the club directory lists the member. */
  directory: ['/api/clubs'],
  download: ['/api/account/data'],
  /** Topic for elections and motions. The dashboard lists elections and motions in which the user can act. */
  elections: ['/api/elections', '/api/motions', '/api/dashboard'],
  everything: ['/api/'],
  /** Topic for definitions of custom fields, which also determine what user lists and profiles show. */
  fields: ['/api/custom-fields', '/api/users', '/api/profile/custom-fields'],
  /** Topic for fees and receipts. The dashboard lists unpaid charges. */
  fees: ['/api/fees', '/api/dashboard'],
  /** Topic for analytics. The server never pushes changes of analytics, so clients refetch them only on request. */
  figures: ['/api/analytics'],
  groups: ['/api/groups'],
  imports: ['/api/imports'],
  /** Topic for invitations, which also appear as an onboarding step on the dashboard. */
  invitations: ['/api/invitations', '/api/dashboard'],
  keys: ['/api/keys', '/api/dashboard'],
  merging: ['/api/merging', '/api/account/merging'],
  /** Topic for the user's own data in the header, the sidebar and the profile. */
  me: ['/api/auth/me', '/api/profile', '/api/card'],
  messages: ['/api/messages'],
  notifications: ['/api/notifications'],
  offices: ['/api/offices'],
  /** Topic for the participants of an activity, shown on its page and on check-in devices. */
  participants: ['/api/activities', '/api/check-in'],
  person: ['/api/users', '/api/people', '/api/clubs', '/api/dashboard', '/api/offices'],
  push: ['/api/push', '/api/dashboard'],
  preferences: ['/api/account/preferences'],
  reports: ['/api/reports'],
  rollCalls: ['/api/roll-calls', '/api/dashboard'],
  /** Topic for segments (saved member filters), which member lists offer as filters. */
  segments: ['/api/segments', '/api/users'],
  sessions: ['/api/account/sessions'],
  /** Topic for tags, which member lists offer as filters. */
  tags: ['/api/tags', '/api/users'],
  /** Topic for the saved list views of the user. */
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
