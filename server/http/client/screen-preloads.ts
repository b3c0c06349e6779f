// Preloads per screen: which client files and API calls the HTML page of a URL should preload.
import { listAttendance } from '#shared/contracts/attendance/attendance.endpoints.ts'
import { readCurrentUser } from '#shared/contracts/auth/auth.endpoints.ts'
import { listPasskeys } from '#shared/contracts/auth/passkeys.endpoints.ts'
import { readTwoFactor } from '#shared/contracts/auth/two-factor.endpoints.ts'
import { readCard } from '#shared/contracts/cards/cards.endpoints.ts'
import { listGroups } from '#shared/contracts/chat/chat.endpoints.ts'
import { readDataRegister } from '#shared/contracts/data-register/data-register.endpoints.ts'
import { listInvitations } from '#shared/contracts/invitations/invitations.endpoints.ts'
import { readOwnMerge } from '#shared/contracts/merging/merging.endpoints.ts'
import { countUnreadNotifications } from '#shared/contracts/notifications/notifications.endpoints.ts'
import { getLanguage } from '#shared/language/texts.ts'
import { getLayoutKindOfPagePath, type PageLayout } from '#shared/paths.ts'
import { findScreenOfRoute } from '#shared/screens.ts'
import { screenTitles } from '#texts/screens.ts'

export interface ScreenPreloads {
  /** Kind of skeleton (placeholder layout) that the browser draws for the screen before any script runs. */
  frame: PageLayout
  /** Title in the header of the placeholder layout; empty on screens whose header shows the application's name. */
  title: string
  /** Paths of the screen's source files, relative to the folder web/. */
  sources: string[]
  /** URLs of the API calls that the screen makes when it opens, for every signed-in user. */
  calls: string[]
}

const membersCall = '/api/users?status=active&page=1&pageSize=10&sort=fullName'
const analyticsCalls = ['/api/analytics/members', '/api/analytics/activities']

/** Source file of each screen's page, and the API calls that the screen makes without search parameters in its URL. */
const screens: Record<string, [page: string, ...calls: string[]]> = {
  '/dashboard': ['home', '/api/dashboard'],
  '/members': ['MembersPage', '/api/users/summary', membersCall],
  '/member-approval': [
    'MemberApprovalPage',
    '/api/users/summary',
    '/api/users/pending?page=1&pageSize=25&sort=createdAt',
  ],
  '/imports': ['MemberImportsPage', '/api/imports?page=1&pageSize=20'],
  '/imports/$id': ['MemberImportPage'],
  '/invitations': ['InvitationsPage', listInvitations.path],
  '/duplicates': ['DuplicateAccountsPage', '/api/merging/pairs?limit=20'],
  '/duplicates/$id': ['MergeAccountsPage'],
  '/clubs': ['ClubsPage', '/api/clubs/summary', '/api/clubs?page=1&pageSize=10'],
  '/clubs/$id': ['ClubPage'],
  '/clubs/$id/cards': ['ClubMembershipCardsPage'],
  '/activities': [
    'ActivitiesPage',
    '/api/activities/summary?scope=home',
    '/api/activities/scopes',
    '/api/activities?scope=home&time=upcoming&page=1&pageSize=12',
  ],
  '/activities/$id': ['ActivityPage'],
  '/activities/$id/check-in': ['ActivityCheckInPage'],
  '/check-in/$id': ['SelfCheckInPage'],
  '/announcements': ['AnnouncementsPage', '/api/announcements?limit=20'],
  '/announcements/$id': ['AnnouncementPage'],
  '/elections': ['ElectionsPage', '/api/elections', '/api/motions'],
  '/elections/$id': ['ElectionPage'],
  '/motions/$id': ['MotionPage'],
  '/roll-calls': ['RollCallsPage', '/api/roll-calls'],
  '/safety/$id': ['RollCallDetailPage'],
  '/fees': ['OwnFeesPage', '/api/fees'],
  '/fees/manage': ['ManageFeePlansPage', '/api/fees/plans'],
  '/fees/plans/$id': ['FeePlanPage'],
  '/fees/accounts/$id': ['MemberFeeAccountPage'],
  '/fees/receipts/$id': ['FeeReceiptPage'],
  '/communication': ['ChatPage'],
  '/communication/search': ['MessageSearchPage'],
  '/reports': ['MessageReportsPage'],
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
  '/custom-fields': ['CustomFieldsPage'],
  '/segments': ['SegmentsPage'],
  '/analytics': ['AnalyticsPage', ...analyticsCalls],
  '/communication-analytics': ['AnalyticsPage', ...analyticsCalls, '/api/analytics/communication'],
  '/web-analytics': ['AnalyticsPage', ...analyticsCalls],
  '/audit': ['AuditLogPage', '/api/audit?pageSize=20'],
  '/data-register': ['PersonalDataRegisterPage', readDataRegister.path],
  '/outbox': ['EmailOutboxPage', '/api/outbox?page=1&pageSize=20'],
  '/fees/pay/$id': ['PayFeePage'],
  '/fees/slips': ['TransferSlipQueuePage', '/api/fees/slips?limit=100'],
  '/fees/payees': ['PayeesPage', '/api/fees/books'],
  '/notifications': ['NotificationsPage', '/api/notifications?limit=30'],
  '/card': ['MembershipCardPage', readCard.path],
  '/profile': ['ProfilePage', '/api/profile', '/api/profile/unmaskings', listAttendance.path],
  '/settings': [
    'SettingsPage',
    '/api/account',
    '/api/account/sessions',
    readTwoFactor.path,
    listPasskeys.path,
    readOwnMerge.path,
  ],
  '/help/elections': ['ElectionHelpPage'],
  '/help/encryption': ['EncryptionHelpPage'],
}
const publicPages: Record<string, string> = {
  '/register': 'RegisterPage',
  '/join': 'AcceptInvitationPage',
  '/forgot-password': 'ForgotPasswordPage',
  '/reset-password': 'ResetPasswordPage',
  '/confirm-email': 'ConfirmEmailPage',
  '/link-google': 'LinkGooglePage',
  '/proved': 'ReauthenticationResultPage',
  '/not-me': 'DenySignInPage',
  '/verify': 'VerifyMembershipCardPage',
  '/unsubscribe': 'UnsubscribePage',
  '/help': 'HelpPage',
}
/** Public pages that have the application's header. All other public pages look like the login page. */
const widePublicPages = ['/help', '/join']
const shellCalls = [readCurrentUser.path, listGroups.path, countUnreadNotifications.path]

const buildSourcePath = (page: string) => `pages/${page}.tsx`

/** Returns the client file with the texts of the current language. */
const getTextFile = (group: 'start' | 'countries' | 'app') =>
  `../texts/compiled/languages/${getLanguage()}-${group}.ts`

/** Returns the title that the application's header shows on a screen. */
function getTitle(path: string, frame: PageLayout): string {
  const screen = frame === 'shell' ? findScreenOfRoute(path) : undefined
  return screen ? screenTitles[screen.title] : ''
}

export function getScreenPreloads(
  path: string,
  { isVisitor, isBare }: { isVisitor: boolean; isBare: boolean },
): ScreenPreloads {
  const frame = getLayoutKindOfPagePath(path)
  const title = getTitle(path, frame)
  const startTexts = getTextFile('start')
  if (frame === 'door')
    return { frame, title, sources: [startTexts], calls: isVisitor ? [] : [readCurrentUser.path] }
  const page = publicPages[path]
  const screenTexts = [getTextFile('app'), getTextFile('countries')]
  if (page)
    return {
      frame: widePublicPages.includes(path) ? frame : 'door',
      title,
      sources: [startTexts, ...screenTexts, buildSourcePath(page)],
      calls: [],
    }
  // The root URL redirects to the dashboard.
  const [screen, ...calls] = screens[path === '/' ? '/dashboard' : path] ?? ['NotFoundScreen']
  const shell = buildSourcePath('home')
  // A chat URL with search parameters opens one conversation, so the file of the chat panel is preloaded.
  const extraSources = path === '/communication' && !isBare ? ['features/chat/ChatPanel.tsx'] : []
  if (isVisitor) return { frame, title, sources: [startTexts, shell], calls: [] }
  return {
    frame,
    title,
    sources: [
      startTexts,
      ...(screen === 'home' ? [getTextFile('countries')] : screenTexts),
      shell,
      buildSourcePath(screen),
      ...extraSources,
    ],
    calls: [...shellCalls, ...(isBare ? calls : [])],
  }
}
