/** Highest rank first. */
export const roles = [
  'system_admin',
  'hq_admin',
  'country_admin',
  'club_admin_ln',
  'club_secretary',
  'member',
] as const
export type Role = (typeof roles)[number]

export const userStatuses = ['pending', 'active', 'inactive', 'rejected'] as const
export type UserStatus = (typeof userStatuses)[number]

export const clubStatuses = ['active', 'inactive'] as const

export const activityStatuses = ['planned', 'ongoing', 'completed', 'cancelled'] as const
export type ActivityStatus = (typeof activityStatuses)[number]
/** Whose activities: of one's own club, country, or all. `home`: the first of them that one has. */
export const activityScopes = ['club', 'country', 'all', 'home'] as const
export type ActivityScope = (typeof activityScopes)[number]
export const activityTimes = ['upcoming', 'past'] as const
/** What is to come, and what is over or off. */
export const statusesOf: Record<(typeof activityTimes)[number], readonly ActivityStatus[]> = {
  upcoming: ['planned', 'ongoing'],
  past: ['completed', 'cancelled'],
}
export const repeatKinds = ['week', 'fortnight', 'month'] as const
export type RepeatKind = (typeof repeatKinds)[number]
/** Of a series: this one, or this one and all that come after it. */
export const seriesScopes = ['one', 'following'] as const
export type SeriesScope = (typeof seriesScopes)[number]
export const participantStatuses = ['registered', 'waiting', 'attended'] as const
export type ParticipantStatus = (typeof participantStatuses)[number]
/** So many groups of somebody come at once, the newest; and so many with a page of all. */
export const newestGroups = 50
export const groupsAPage = 200
export const groupTypes = ['club', 'country', 'global', 'custom'] as const
export const groupRoles = ['owner', 'admin', 'member'] as const
export type GroupType = (typeof groupTypes)[number]
export type GroupRole = (typeof groupRoles)[number]
/** Why a message is reported, and why one is hidden. */
export const reportReasons = ['abuse', 'harassment', 'falsehood', 'spam', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]
export const reportStatuses = ['open', 'hidden', 'dismissed'] as const
export const educationLevels = ['sarjana_muda', 'sarjana', 'doktor_falsafah', 'institut_teknikal'] as const
export type EducationLevel = (typeof educationLevels)[number]
/** Roles that somebody holds for a place and a time. */
export const offices = ['country_admin', 'club_admin_ln', 'club_secretary'] as const satisfies Role[]
export const handoverStatuses = ['offered', 'accepted', 'ended'] as const
/** Each column of the lists, from the top or, with a minus, from the bottom. */
const sortedColumns = [
  'fullName',
  'createdAt',
  'membershipNumber',
  'institution',
  'currentCountry',
  'role',
  'status',
] as const
type SortedColumn = (typeof sortedColumns)[number]
export const userSorts = sortedColumns.flatMap((column): [SortedColumn, `-${SortedColumn}`] => [
  column,
  `-${column}`,
])
export type UserSort = (typeof userSorts)[number]
/** `failed` is tried again; `refused` is for good; `bounced`: taken at first, and sent back later. */
export const mailStatuses = ['queued', 'sent', 'failed', 'refused', 'bounced'] as const
/** `sending`: the people are being told, one batch after the other. */
export const announcementStatuses = ['draft', 'scheduled', 'sending', 'sent', 'withdrawn'] as const
export type AnnouncementStatus = (typeof announcementStatuses)[number]
/** What is said to many, batch by batch: the thing itself, a reminder of it, or that it is taken back. */
export const roundKinds = ['tell', 'remind', 'clear'] as const
export type RoundKind = (typeof roundKinds)[number]
/** What somebody says of themselves in an emergency. */
export const safetyStates = ['safe', 'help'] as const
export type SafetyState = (typeof safetyStates)[number]
/** What a line of a list of people would mean. */
export const importKinds = ['new', 'change', 'unchanged', 'duplicate', 'error'] as const
export type ImportKind = (typeof importKinds)[number]

/** The countries on offer and the code that begins a membership number. */
export const countryCodes = {
  'United Kingdom': 'GB',
  Australia: 'AU',
  'United States': 'US',
  Japan: 'JP',
  'South Korea': 'KR',
  Germany: 'DE',
  France: 'FR',
  Canada: 'CA',
  'New Zealand': 'NZ',
  China: 'CN',
  Singapore: 'SG',
  Indonesia: 'ID',
} as const
export type Country = keyof typeof countryCodes
export const countries = Object.keys(countryCodes) as [Country, ...Country[]]

/** How many months of figures, this one included. */
export const periods = ['3', '6', '12', '24'] as const
export type Period = (typeof periods)[number]

/** Why a way through Google ended where it did; the screen says it in words. */
export const googleNotices = [
  'unavailable',
  'down',
  'cancelled',
  'failed',
  'unverified',
  'link',
  'other',
  'limited',
  'mismatch',
  'second-step',
] as const
export type GoogleNotice = (typeof googleNotices)[number]

/** The cookie by which the login screen knows whether there is anybody to ask for: `yes` or `no`. */
export const signedHint = 'signed'
