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
import { readLinkSearch, readLoginSearch, readProvedSearch } from '#web/features/auth/auth.search.ts'
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
import { ErrorState } from '#web/ui/ErrorState.tsx'

const rootRoute = createRootRoute({ component: Outlet })

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: readLoginSearch,
  // In the first file: most first visits begin here, and one file compresses better than two.
  component: LoginPage,
})

/** A screen that stands outside of the shell, for whoever has its address. */
function outside<Path extends string>(path: Path, component: ReturnType<typeof lazyRouteComponent>) {
  return createRoute({ getParentRoute: () => rootRoute, path, component })
}

const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/register',
  validateSearch: readRegisterSearch,
  component: lazyRouteComponent(() => import('#web/pages/RegisterPage.tsx'), 'RegisterPage'),
})

const joinRoute = outside(
  '/join',
  lazyRouteComponent(() => import('#web/pages/JoinPage.tsx'), 'JoinPage'),
)

const forgotPasswordRoute = outside(
  '/forgot-password',
  lazyRouteComponent(() => import('#web/pages/ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
)

const resetPasswordRoute = outside(
  '/reset-password',
  lazyRouteComponent(() => import('#web/pages/ResetPasswordPage.tsx'), 'ResetPasswordPage'),
)

const linkGoogleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/link-google',
  validateSearch: readLinkSearch,
  component: lazyRouteComponent(() => import('#web/pages/LinkGooglePage.tsx'), 'LinkGooglePage'),
})

const confirmEmailRoute = outside(
  '/confirm-email',
  lazyRouteComponent(() => import('#web/pages/ConfirmEmailPage.tsx'), 'ConfirmEmailPage'),
)

const provedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/proved',
  validateSearch: readProvedSearch,
  component: lazyRouteComponent(() => import('#web/pages/ProvedPage.tsx'), 'ProvedPage'),
})

const notMeRoute = outside(
  '/not-me',
  lazyRouteComponent(() => import('#web/pages/NotMePage.tsx'), 'NotMePage'),
)

const verifyRoute = outside(
  '/verify',
  lazyRouteComponent(() => import('#web/pages/VerifyPage.tsx'), 'VerifyPage'),
)

const unsubscribeRoute = outside(
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

/** A screen inside the shell; which roles may open it stands in shell/screens.ts. */
function screen<Path extends string>(path: Path, component: ReturnType<typeof lazyRouteComponent>) {
  return createRoute({ getParentRoute: () => shellRoute, path, component })
}

/** One of which something stands in the address behind ?, such as filters and page. */
function listScreen<Path extends string, Search>(
  path: Path,
  validateSearch: (raw: Record<string, unknown>) => Search,
  component: ReturnType<typeof lazyRouteComponent>,
) {
  return createRoute({ getParentRoute: () => shellRoute, path, component, validateSearch })
}

const screens = [
  screen(
    '/dashboard',
    lazyRouteComponent(() => import('#web/pages/DashboardPage.tsx'), 'DashboardPage'),
  ),
  listScreen(
    '/members',
    readMembersSearch,
    lazyRouteComponent(() => import('#web/pages/MembersPage.tsx'), 'MembersPage'),
  ),
  listScreen(
    '/member-approval',
    readMemberApprovalSearch,
    lazyRouteComponent(() => import('#web/pages/MemberApprovalPage.tsx'), 'MemberApprovalPage'),
  ),
  listScreen(
    '/imports',
    readImportsSearch,
    lazyRouteComponent(() => import('#web/pages/ImportsPage.tsx'), 'ImportsPage'),
  ),
  listScreen(
    '/imports/$id',
    readImportSearch,
    lazyRouteComponent(() => import('#web/pages/ImportPage.tsx'), 'ImportPage'),
  ),
  screen(
    '/invitations',
    lazyRouteComponent(() => import('#web/pages/InvitationsPage.tsx'), 'InvitationsPage'),
  ),
  screen(
    '/duplicates',
    lazyRouteComponent(() => import('#web/pages/DuplicatesPage.tsx'), 'DuplicatesPage'),
  ),
  listScreen(
    '/duplicates/$id',
    readMergeSearch,
    lazyRouteComponent(() => import('#web/pages/MergePage.tsx'), 'MergePage'),
  ),
  listScreen(
    '/clubs',
    readClubsSearch,
    lazyRouteComponent(() => import('#web/pages/ClubsPage.tsx'), 'ClubsPage'),
  ),
  listScreen(
    '/clubs/$id',
    readClubSearch,
    lazyRouteComponent(() => import('#web/pages/ClubPage.tsx'), 'ClubPage'),
  ),
  screen(
    '/clubs/$id/cards',
    lazyRouteComponent(() => import('#web/pages/ClubCardsPage.tsx'), 'ClubCardsPage'),
  ),
  listScreen(
    '/notifications',
    readNotificationsSearch,
    lazyRouteComponent(() => import('#web/pages/NotificationsPage.tsx'), 'NotificationsPage'),
  ),
  screen(
    '/card',
    lazyRouteComponent(() => import('#web/pages/CardPage.tsx'), 'CardPage'),
  ),
  listScreen(
    '/activities',
    readActivitiesSearch,
    lazyRouteComponent(() => import('#web/pages/ActivitiesPage.tsx'), 'ActivitiesPage'),
  ),
  screen(
    '/activities/$id',
    lazyRouteComponent(() => import('#web/pages/ActivityPage.tsx'), 'ActivityPage'),
  ),
  screen(
    '/activities/$id/check-in',
    lazyRouteComponent(() => import('#web/pages/CheckInPage.tsx'), 'CheckInPage'),
  ),
  screen(
    '/check-in/$id',
    lazyRouteComponent(() => import('#web/pages/SelfCheckInPage.tsx'), 'SelfCheckInPage'),
  ),
  listScreen(
    '/announcements',
    readAnnouncementsSearch,
    lazyRouteComponent(() => import('#web/pages/AnnouncementsPage.tsx'), 'AnnouncementsPage'),
  ),
  screen(
    '/announcements/$id',
    lazyRouteComponent(() => import('#web/pages/AnnouncementPage.tsx'), 'AnnouncementPage'),
  ),
  screen(
    '/roll-calls',
    lazyRouteComponent(() => import('#web/pages/RollCallsPage.tsx'), 'RollCallsPage'),
  ),
  screen(
    '/safety/$id',
    lazyRouteComponent(() => import('#web/pages/SafetyPage.tsx'), 'SafetyPage'),
  ),
  listScreen(
    '/communication',
    readCommunicationSearch,
    lazyRouteComponent(() => import('#web/pages/CommunicationPage.tsx'), 'CommunicationPage'),
  ),
  listScreen(
    '/communication/search',
    readMessageSearch,
    lazyRouteComponent(() => import('#web/pages/MessageSearchPage.tsx'), 'MessageSearchPage'),
  ),
  screen(
    '/reports',
    lazyRouteComponent(() => import('#web/pages/ReportsPage.tsx'), 'ReportsPage'),
  ),
  listScreen(
    '/user-management',
    readUserManagementSearch,
    lazyRouteComponent(() => import('#web/pages/UserManagementPage.tsx'), 'UserManagementPage'),
  ),
  screen(
    '/offices',
    lazyRouteComponent(() => import('#web/pages/OfficesPage.tsx'), 'OfficesPage'),
  ),
  listScreen(
    '/analytics',
    readAnalyticsSearch,
    lazyRouteComponent(() => import('#web/pages/AnalyticsPage.tsx'), 'AnalyticsPage'),
  ),
  listScreen(
    '/communication-analytics',
    readAnalyticsSearch,
    lazyRouteComponent(() => import('#web/pages/AnalyticsPage.tsx'), 'CommunicationAnalyticsPage'),
  ),
  listScreen(
    '/web-analytics',
    readAnalyticsSearch,
    lazyRouteComponent(() => import('#web/pages/AnalyticsPage.tsx'), 'WebAnalyticsPage'),
  ),
  listScreen(
    '/audit',
    readAuditSearch,
    lazyRouteComponent(() => import('#web/pages/AuditPage.tsx'), 'AuditPage'),
  ),
  screen(
    '/data-register',
    lazyRouteComponent(() => import('#web/pages/DataRegisterPage.tsx'), 'DataRegisterPage'),
  ),
  listScreen(
    '/outbox',
    readOutboxSearch,
    lazyRouteComponent(() => import('#web/pages/OutboxPage.tsx'), 'OutboxPage'),
  ),
  screen(
    '/profile',
    lazyRouteComponent(() => import('#web/pages/ProfilePage.tsx'), 'ProfilePage'),
  ),
  screen(
    '/settings',
    lazyRouteComponent(() => import('#web/pages/SettingsPage.tsx'), 'SettingsPage'),
  ),
  screen(
    '/help/encryption',
    lazyRouteComponent(() => import('#web/pages/EncryptionHelpPage.tsx'), 'EncryptionHelpPage'),
  ),
  screen(
    '/$',
    lazyRouteComponent(() => import('#web/shell/NotFound.tsx'), 'NotFound'),
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
  // Also when a part of the program did not arrive over a bad network; loading anew fetches it.
  defaultErrorComponent: ({ error }) => <ErrorState error={error} onRetry={() => window.location.reload()} />,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
