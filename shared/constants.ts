/** Roles of users, from the highest rank to the lowest. */
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
/**
 * Scope of activity lists: the caller's club, the caller's country, or all. `home` means the caller's club,
 * or all if the caller has no club.
 */
export const activityScopes = ['club', 'country', 'all', 'home'] as const
export type ActivityScope = (typeof activityScopes)[number]
export const activityTimes = ['upcoming', 'past'] as const
/** Activity statuses that count as upcoming, and activity statuses that count as past. */
export const activityStatusesByTime: Record<(typeof activityTimes)[number], readonly ActivityStatus[]> = {
  upcoming: ['planned', 'ongoing'],
  past: ['completed', 'cancelled'],
}
export const repeatKinds = ['week', 'fortnight', 'month'] as const
export type RepeatKind = (typeof repeatKinds)[number]
/**
 * Part of a series of repeated activities that a change applies to: one activity, or that activity and all later ones.
 */
export const seriesScopes = ['one', 'following'] as const
export type SeriesScope = (typeof seriesScopes)[number]
export const participantStatuses = ['registered', 'waiting', 'attended'] as const
/**
 * Number of chat groups in the first response of the group list, which contains the groups with the newest messages.
 */
export const initialGroupLimit = 50
/** Number of chat groups per page when a client loads the list of all its groups. */
export const groupsPerPage = 200
export const groupTypes = ['club', 'country', 'global', 'custom'] as const
export const groupRoles = ['owner', 'admin', 'member'] as const
export type GroupType = (typeof groupTypes)[number]
export type GroupRole = (typeof groupRoles)[number]
/** Reasons that a user can choose for reporting a message, and a moderator for hiding one. */
export const reportReasons = ['abuse', 'harassment', 'falsehood', 'spam', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]
export const reportStatuses = ['open', 'hidden', 'dismissed'] as const
export const educationLevels = ['sarjana_muda', 'sarjana', 'doktor_falsafah', 'institut_teknikal'] as const
export type EducationLevel = (typeof educationLevels)[number]
/** Roles that are offices: a user holds them for one country or club and for a limited term. */
export const offices = ['country_admin', 'club_admin_ln', 'club_secretary'] as const satisfies Role[]
/** Offices that a member can hold in addition to the member's role, for a term. `policies.ts` declares their rights. */
export const appointedOffices = ['treasurer', 'returning_officer', 'event_lead'] as const
export type AppointedOffice = (typeof appointedOffices)[number]
/** Scope of an appointed office, narrowest first: the holder's club, the holder's country, or headquarters. */
export const officeScopes = ['club', 'country', 'all'] as const
export type OfficeScope = (typeof officeScopes)[number]
export const handoverStatuses = ['offered', 'accepted', 'ended'] as const
/** Columns by which user lists can be sorted. A minus sign before a column in `userSorts` means descending order. */
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
/**
 * Delivery states of a mail. `failed`: will be retried. `refused`: never retried. `bounced`: accepted by the mail
 * server and returned later.
 */
export const mailStatuses = ['queued', 'sent', 'failed', 'refused', 'bounced'] as const
/** States of an announcement. In the state `sending`, a job notifies the recipients in batches. */
export const announcementStatuses = ['draft', 'scheduled', 'sending', 'sent', 'withdrawn'] as const
export type AnnouncementStatus = (typeof announcementStatuses)[number]
/** Kinds of batch deliveries to the recipients of an announcement: the announcement, a reminder, or a withdrawal. */
export const deliveryRoundKinds = ['tell', 'remind', 'clear'] as const
export type DeliveryRoundKind = (typeof deliveryRoundKinds)[number]
/** Possible answers of a member to a roll call: the member is safe, or needs help. */
export const safetyStates = ['safe', 'help'] as const
export type SafetyState = (typeof safetyStates)[number]
/** Possible results of comparing a row of an imported member file with the existing members. */
export const importKinds = ['new', 'change', 'unchanged', 'duplicate', 'error'] as const
export type ImportKind = (typeof importKinds)[number]

/** Selectable lengths of the period in analytics charts, in months including the current month. */
export const periods = ['3', '6', '12', '24'] as const
export type Period = (typeof periods)[number]

/** Results of a Google sign-in for which the sign-in screen shows an explanation. */
export const googleSignInNotices = [
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
export type GoogleSignInNotice = (typeof googleSignInNotices)[number]

/** Name of the cookie that tells the login screen whether the browser may have a session. Value: `yes` or `no`. */
export const signedInHintCookie = 'signed'
/** States of a motion. A motion is an open vote: members see how each member voted. */
export const motionStatuses = ['draft', 'open', 'closed'] as const
/** Majority that carries a motion: more than half of the votes for and against, or at least two thirds of them. */
export const motionMajorities = ['simple', 'two_thirds'] as const
export type MotionMajority = (typeof motionMajorities)[number]
export const motionChoices = ['for', 'against', 'abstain'] as const
export type MotionChoice = (typeof motionChoices)[number]
export const motionOutcomes = ['carried', 'rejected', 'no_quorum'] as const
export type MotionOutcome = (typeof motionOutcomes)[number]

/** Maximum number of users in one bulk action, such as an approval of many applicants. */
export const maxMatchingUsers = 10_000

/** Rules for segments (saved member filters): a member must meet all conditions, or at least one. */
export const segmentMatches = ['all', 'any'] as const
/** Highest number of attended activities that a segment (saved member filter) can require. */
export const maxAttendanceCondition = 10
