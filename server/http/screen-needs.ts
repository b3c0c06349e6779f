import { listAttendance } from '#shared/contracts/attendance.endpoints.ts'
import { readMe } from '#shared/contracts/auth.endpoints.ts'
import { readCard } from '#shared/contracts/cards.endpoints.ts'
import { listGroups } from '#shared/contracts/chat.endpoints.ts'
import { readDataRegister } from '#shared/contracts/data-register.endpoints.ts'
import { listInvitations } from '#shared/contracts/invitations.endpoints.ts'
import { readOwnMerge } from '#shared/contracts/merging.endpoints.ts'
import { countUnread } from '#shared/contracts/notifications.endpoints.ts'
import { listPasskeys } from '#shared/contracts/passkeys.endpoints.ts'
import { readTwoFactor } from '#shared/contracts/two-factor.endpoints.ts'
import { type FrameKind, frameOf } from '#shared/paths.ts'

export interface Needs {
  /** What is drawn before any script. */
  frame: FrameKind
  /** Parts of the client, by their sources under web/. */
  sources: string[]
  /** What it will ask for, whoever it is. */
  calls: string[]
}

const members = '/api/users?status=active&page=1&pageSize=10&sort=fullName'
const figures = ['/api/analytics/members', '/api/analytics/activities']

/** The file of each screen, and what it asks for when nothing stands behind its address. */
const screens: Record<string, [page: string, ...calls: string[]]> = {
  '/dashboard': ['DashboardPage', '/api/dashboard'],
  '/members': ['MembersPage', '/api/users/summary', members],
  '/member-approval': [
    'MemberApprovalPage',
    '/api/users/summary',
    '/api/users/pending?page=1&pageSize=25&sort=createdAt',
  ],
  '/imports': ['ImportsPage', '/api/imports?page=1&pageSize=20'],
  '/imports/$id': ['ImportPage'],
  '/invitations': ['InvitationsPage', listInvitations.path],
  '/duplicates': ['DuplicatesPage', '/api/merging/pairs?limit=20'],
  '/duplicates/$id': ['MergePage'],
  '/clubs': ['ClubsPage', '/api/clubs/summary', '/api/clubs?page=1&pageSize=10'],
  '/clubs/$id': ['ClubPage'],
  '/clubs/$id/cards': ['ClubCardsPage'],
  '/activities': [
    'ActivitiesPage',
    '/api/activities/summary?scope=home',
    '/api/activities/scopes',
    '/api/activities?scope=home&time=upcoming&page=1&pageSize=12',
  ],
  '/activities/$id': ['ActivityPage'],
  '/activities/$id/check-in': ['CheckInPage'],
  '/check-in/$id': ['SelfCheckInPage'],
  '/announcements': ['AnnouncementsPage', '/api/announcements?limit=20'],
  '/announcements/$id': ['AnnouncementPage'],
  '/roll-calls': ['RollCallsPage', '/api/roll-calls'],
  '/safety/$id': ['SafetyPage'],
  '/communication': ['CommunicationPage'],
  '/communication/search': ['MessageSearchPage'],
  '/reports': ['ReportsPage'],
  '/user-management': [
    'UserManagementPage',
    '/api/users/summary',
    '/api/users?page=1&pageSize=10&sort=-createdAt',
  ],
  '/offices': [
    'OfficesPage',
    '/api/offices?held=now&page=1&pageSize=10',
    '/api/offices/vacant',
    '/api/offices?held=before&page=1&pageSize=10',
  ],
  '/analytics': ['AnalyticsPage', ...figures],
  '/communication-analytics': ['AnalyticsPage', ...figures, '/api/analytics/communication'],
  '/web-analytics': ['AnalyticsPage', ...figures],
  '/audit': ['AuditPage', '/api/audit?pageSize=20'],
  '/data-register': ['DataRegisterPage', readDataRegister.path],
  '/outbox': ['OutboxPage', '/api/outbox?page=1&pageSize=20'],
  '/notifications': ['NotificationsPage', '/api/notifications?limit=30'],
  '/card': ['CardPage', readCard.path],
  '/profile': ['ProfilePage', '/api/profile', '/api/profile/unmaskings', listAttendance.path],
  '/settings': [
    'SettingsPage',
    '/api/account',
    '/api/account/sessions',
    readTwoFactor.path,
    listPasskeys.path,
    readOwnMerge.path,
  ],
  '/help/encryption': ['EncryptionHelpPage'],
}
const outside: Record<string, string> = {
  '/register': 'RegisterPage',
  '/join': 'JoinPage',
  '/forgot-password': 'ForgotPasswordPage',
  '/reset-password': 'ResetPasswordPage',
  '/confirm-email': 'ConfirmEmailPage',
  '/link-google': 'LinkGooglePage',
  '/proved': 'ProvedPage',
  '/not-me': 'NotMePage',
  '/verify': 'VerifyPage',
  '/unsubscribe': 'UnsubscribePage',
  '/help': 'HelpPage',
}
const ofShell = [readMe.path, listGroups.path, countUnread.path]

const sourceOf = (page: string) => `pages/${page}.tsx`

export function needsOf(path: string, { isVisitor, isBare }: { isVisitor: boolean; isBare: boolean }): Needs {
  const frame = frameOf(path)
  if (frame === 'door') return { frame, sources: [], calls: isVisitor ? [] : [readMe.path] }
  const page = outside[path]
  if (page) return { frame, sources: [sourceOf(page)], calls: [] }
  // The way to the dashboard, which is also where the bare address leads.
  const [screen, ...calls] = screens[path === '/' ? '/dashboard' : path] ?? ['NotFound']
  const shell = sourceOf('ShellLayout')
  // An address with something behind it is that of one conversation.
  const more = path === '/communication' && !isBare ? ['features/chat/ChatPanel.tsx'] : []
  if (isVisitor) return { frame, sources: [shell], calls: [] }
  return {
    frame,
    sources: [shell, sourceOf(screen), ...more],
    calls: [...ofShell, ...(isBare ? calls : [])],
  }
}
