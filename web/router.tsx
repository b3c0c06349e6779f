import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { readActivitiesSearch } from '#web/features/activities/activities.search.ts'
import { readAnalyticsSearch } from '#web/features/analytics/analytics.search.ts'
import { readAnnouncementsSearch } from '#web/features/announcements/announcements.search.ts'
import { readAuditSearch } from '#web/features/audit/audit.search.ts'
import {
  readLinkGoogleSearch,
  readLoginSearch,
  readReauthenticatedSearch,
} from '#web/features/auth/auth.search.ts'
import { readCommunicationSearch, readMessageSearch } from '#web/features/chat/chat.search.ts'
import { readClubSearch, readClubsSearch } from '#web/features/clubs/clubs.search.ts'
import { readHelpSearch } from '#web/features/help/help.search.ts'
import { readImportSearch, readImportsSearch } from '#web/features/imports/imports.search.ts'
import { readMergeSearch } from '#web/features/merging/merging.search.ts'
import { readNotificationsSearch } from '#web/features/notifications/notifications.search.ts'
import { readOutboxSearch } from '#web/features/outbox/outbox.search.ts'
import { readRegisterSearch } from '#web/features/registration/registration.search.ts'
import {
  readMemberApprovalSearch,
  readMembersSearch,
  readUserManagementSearch,
} from '#web/features/users/users.search.ts'
import { LoginPage } from '#web/pages/LoginPage.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'

const rootRoute = createRootRoute({ component: Outlet })

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: readLoginSearch,
  // The login page is part of the entry chunk: most first visits start with it, and one file compresses better.
  component: LoginPage,
})

/** Creates a route outside the shell, for visitors. */
function createPublicRoute<Path extends string>(
  path: Path,
  component: ReturnType<typeof lazyRouteComponent>,
) {
  return createRoute({ getParentRoute: () => rootRoute, path, component })
}

const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/register',
  validateSearch: readRegisterSearch,
  component: lazyRouteComponent(() => import('#web/pages/RegisterPage.tsx'), 'RegisterPage'),
})

const joinRoute = createPublicRoute(
  '/join',
  lazyRouteComponent(() => import('#web/pages/AcceptInvitationPage.tsx'), 'AcceptInvitationPage'),
)

const forgotPasswordRoute = createPublicRoute(
  '/forgot-password',
  lazyRouteComponent(() => import('#web/pages/ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
)

const resetPasswordRoute = createPublicRoute(
  '/reset-password',
  lazyRouteComponent(() => import('#web/pages/ResetPasswordPage.tsx'), 'ResetPasswordPage'),
)

const linkGoogleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/link-google',
  validateSearch: readLinkGoogleSearch,
  component: lazyRouteComponent(() => import('#web/pages/LinkGooglePage.tsx'), 'LinkGooglePage'),
})

const confirmEmailRoute = createPublicRoute(
  '/confirm-email',
  lazyRouteComponent(() => import('#web/pages/ConfirmEmailPage.tsx'), 'ConfirmEmailPage'),
)

const provedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/proved',
  validateSearch: readReauthenticatedSearch,
  component: lazyRouteComponent(
    () => import('#web/pages/ReauthenticationResultPage.tsx'),
    'ReauthenticationResultPage',
  ),
})

const notMeRoute = createPublicRoute(
  '/not-me',
  lazyRouteComponent(() => import('#web/pages/DenySignInPage.tsx'), 'DenySignInPage'),
)

const verifyRoute = createPublicRoute(
  '/verify',
  lazyRouteComponent(() => import('#web/pages/VerifyCardPage.tsx'), 'VerifyCardPage'),
)

const unsubscribeRoute = createPublicRoute(
  '/unsubscribe',
  lazyRouteComponent(() => import('#web/pages/UnsubscribePage.tsx'), 'UnsubscribePage'),
)

const helpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/help',
  validateSearch: readHelpSearch,
  component: lazyRouteComponent(() => import('#web/pages/HelpPage.tsx'), 'HelpPage'),
})

const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard' })
  },
})

const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: lazyRouteComponent(() => import('#web/pages/ShellLayout.tsx'), 'ShellLayout'),
})

/** Creates a route inside the shell. The shell's list of screens states the permission that the route requires. */
function createScreen<Path extends string>(path: Path, component: ReturnType<typeof lazyRouteComponent>) {
  return createRoute({ getParentRoute: () => shellRoute, path, component })
}

/** Creates a route inside the shell with search parameters, such as filters and page. */
function createListScreen<Path extends string, Search>(
  path: Path,
  validateSearch: (raw: Record<string, unknown>) => Search,
  component: ReturnType<typeof lazyRouteComponent>,
) {
  return createRoute({ getParentRoute: () => shellRoute, path, component, validateSearch })
}

const screens = [
  createScreen(
    '/dashboard',
    lazyRouteComponent(() => import('#web/pages/DashboardPage.tsx'), 'DashboardPage'),
  ),
  createListScreen(
    '/members',
    readMembersSearch,
    lazyRouteComponent(() => import('#web/pages/MembersPage.tsx'), 'MembersPage'),
  ),
  createListScreen(
    '/member-approval',
    readMemberApprovalSearch,
    lazyRouteComponent(() => import('#web/pages/MemberApprovalPage.tsx'), 'MemberApprovalPage'),
  ),
  createListScreen(
    '/imports',
    readImportsSearch,
    lazyRouteComponent(() => import('#web/pages/ImportsPage.tsx'), 'ImportsPage'),
  ),
  createListScreen(
    '/imports/$id',
    readImportSearch,
    lazyRouteComponent(() => import('#web/pages/ImportPage.tsx'), 'ImportPage'),
  ),
  createScreen(
    '/invitations',
    lazyRouteComponent(() => import('#web/pages/InvitationsPage.tsx'), 'InvitationsPage'),
  ),
  createScreen(
    '/duplicates',
    lazyRouteComponent(() => import('#web/pages/DuplicatesPage.tsx'), 'DuplicatesPage'),
  ),
  createListScreen(
    '/duplicates/$id',
    readMergeSearch,
    lazyRouteComponent(() => import('#web/pages/MergeAccountsPage.tsx'), 'MergeAccountsPage'),
  ),
  createListScreen(
    '/clubs',
    readClubsSearch,
    lazyRouteComponent(() => import('#web/pages/ClubsPage.tsx'), 'ClubsPage'),
  ),
  createListScreen(
    '/clubs/$id',
    readClubSearch,
    lazyRouteComponent(() => import('#web/pages/ClubPage.tsx'), 'ClubPage'),
  ),
  createScreen(
    '/clubs/$id/cards',
    lazyRouteComponent(() => import('#web/pages/ClubCardsPage.tsx'), 'ClubCardsPage'),
  ),
  createListScreen(
    '/notifications',
    readNotificationsSearch,
    lazyRouteComponent(() => import('#web/pages/NotificationsPage.tsx'), 'NotificationsPage'),
  ),
  createScreen(
    '/card',
    lazyRouteComponent(() => import('#web/pages/MembershipCardPage.tsx'), 'MembershipCardPage'),
  ),
  createListScreen(
    '/activities',
    readActivitiesSearch,
    lazyRouteComponent(() => import('#web/pages/ActivitiesPage.tsx'), 'ActivitiesPage'),
  ),
  createScreen(
    '/activities/$id',
    lazyRouteComponent(() => import('#web/pages/ActivityPage.tsx'), 'ActivityPage'),
  ),
  createScreen(
    '/activities/$id/check-in',
    lazyRouteComponent(() => import('#web/pages/CheckInPage.tsx'), 'CheckInPage'),
  ),
  createScreen(
    '/check-in/$id',
    lazyRouteComponent(() => import('#web/pages/SelfCheckInPage.tsx'), 'SelfCheckInPage'),
  ),
  createListScreen(
    '/announcements',
    readAnnouncementsSearch,
    lazyRouteComponent(() => import('#web/pages/AnnouncementsPage.tsx'), 'AnnouncementsPage'),
  ),
  createScreen(
    '/announcements/$id',
    lazyRouteComponent(() => import('#web/pages/AnnouncementPage.tsx'), 'AnnouncementPage'),
  ),
  createScreen(
    '/roll-calls',
    lazyRouteComponent(() => import('#web/pages/RollCallsPage.tsx'), 'RollCallsPage'),
  ),
  createScreen(
    '/safety/$id',
    lazyRouteComponent(() => import('#web/pages/RollCallPage.tsx'), 'RollCallPage'),
  ),
  createListScreen(
    '/communication',
    readCommunicationSearch,
    lazyRouteComponent(() => import('#web/pages/CommunicationPage.tsx'), 'CommunicationPage'),
  ),
  createListScreen(
    '/communication/search',
    readMessageSearch,
    lazyRouteComponent(() => import('#web/pages/MessageSearchPage.tsx'), 'MessageSearchPage'),
  ),
  createScreen(
    '/reports',
    lazyRouteComponent(() => import('#web/pages/ReportsPage.tsx'), 'ReportsPage'),
  ),
  createListScreen(
    '/user-management',
    readUserManagementSearch,
    lazyRouteComponent(() => import('#web/pages/UserManagementPage.tsx'), 'UserManagementPage'),
  ),
  createScreen(
    '/offices',
    lazyRouteComponent(() => import('#web/pages/OfficesPage.tsx'), 'OfficesPage'),
  ),
  createListScreen(
    '/analytics',
    readAnalyticsSearch,
    lazyRouteComponent(() => import('#web/pages/AnalyticsPage.tsx'), 'AnalyticsPage'),
  ),
  createListScreen(
    '/communication-analytics',
    readAnalyticsSearch,
    lazyRouteComponent(() => import('#web/pages/AnalyticsPage.tsx'), 'CommunicationAnalyticsPage'),
  ),
  createListScreen(
    '/web-analytics',
    readAnalyticsSearch,
    lazyRouteComponent(() => import('#web/pages/AnalyticsPage.tsx'), 'WebAnalyticsPage'),
  ),
  createListScreen(
    '/audit',
    readAuditSearch,
    lazyRouteComponent(() => import('#web/pages/AuditPage.tsx'), 'AuditPage'),
  ),
  createScreen(
    '/data-register',
    lazyRouteComponent(() => import('#web/pages/DataRegisterPage.tsx'), 'DataRegisterPage'),
  ),
  createListScreen(
    '/outbox',
    readOutboxSearch,
    lazyRouteComponent(() => import('#web/pages/OutboxPage.tsx'), 'OutboxPage'),
  ),
  createScreen(
    '/profile',
    lazyRouteComponent(() => import('#web/pages/ProfilePage.tsx'), 'ProfilePage'),
  ),
  createScreen(
    '/settings',
    lazyRouteComponent(() => import('#web/pages/SettingsPage.tsx'), 'SettingsPage'),
  ),
  createScreen(
    '/help/encryption',
    lazyRouteComponent(() => import('#web/pages/EncryptionHelpPage.tsx'), 'EncryptionHelpPage'),
  ),
  createScreen(
    '/$',
    lazyRouteComponent(() => import('#web/shell/errors/NotFound.tsx'), 'NotFound'),
  ),
] as const

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    loginRoute,
    registerRoute,
    joinRoute,
    forgotPasswordRoute,
    resetPasswordRoute,
    confirmEmailRoute,
    linkGoogleRoute,
    provedRoute,
    notMeRoute,
    verifyRoute,
    unsubscribeRoute,
    helpRoute,
    indexRoute,
    shellRoute.addChildren(screens),
  ]),
  defaultPreload: 'intent',
  // This error page also appears when a chunk fails to load; a reload fetches the chunk again.
  defaultErrorComponent: ({ error }) => <ErrorState error={error} onRetry={() => window.location.reload()} />,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
