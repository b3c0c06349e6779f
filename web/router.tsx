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
import { readCustomFieldsSearch } from '#web/features/custom-fields/custom-fields.search.ts'
import { readPlanSearch } from '#web/features/fees/manage/plan.search.ts'
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
import { lazyPage, lazyShell } from '#web/lib/language/lazy-parts.ts'
import { LoginPage } from '#web/pages/LoginPage.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'

const rootRoute = createRootRoute({ component: Outlet })

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: readLoginSearch,
  // The login page is part of the first JavaScript file, because most first visits start with it.
  component: LoginPage,
})

/** Creates a route for visitors, whose page has no menu and header of the app. */
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
  component: lazyPage(() => import('#web/pages/RegisterPage.tsx'), 'RegisterPage'),
})

const joinRoute = createPublicRoute(
  '/join',
  lazyPage(() => import('#web/pages/AcceptInvitationPage.tsx'), 'AcceptInvitationPage'),
)

const forgotPasswordRoute = createPublicRoute(
  '/forgot-password',
  lazyPage(() => import('#web/pages/ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
)

const resetPasswordRoute = createPublicRoute(
  '/reset-password',
  lazyPage(() => import('#web/pages/ResetPasswordPage.tsx'), 'ResetPasswordPage'),
)

const linkGoogleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/link-google',
  validateSearch: readLinkGoogleSearch,
  component: lazyPage(() => import('#web/pages/LinkGooglePage.tsx'), 'LinkGooglePage'),
})

const confirmEmailRoute = createPublicRoute(
  '/confirm-email',
  lazyPage(() => import('#web/pages/ConfirmEmailPage.tsx'), 'ConfirmEmailPage'),
)

const provedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/proved',
  validateSearch: readReauthenticatedSearch,
  component: lazyPage(
    () => import('#web/pages/ReauthenticationResultPage.tsx'),
    'ReauthenticationResultPage',
  ),
})

const notMeRoute = createPublicRoute(
  '/not-me',
  lazyPage(() => import('#web/pages/DenySignInPage.tsx'), 'DenySignInPage'),
)

const verifyRoute = createPublicRoute(
  '/verify',
  lazyPage(() => import('#web/pages/VerifyMembershipCardPage.tsx'), 'VerifyMembershipCardPage'),
)

const unsubscribeRoute = createPublicRoute(
  '/unsubscribe',
  lazyPage(() => import('#web/pages/UnsubscribePage.tsx'), 'UnsubscribePage'),
)

const helpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/help',
  validateSearch: readHelpSearch,
  component: lazyPage(() => import('#web/pages/HelpPage.tsx'), 'HelpPage'),
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
  component: lazyShell(() => import('#web/pages/home.tsx'), 'SignedInPageLayout'),
})

/** Creates a route whose page is shown with menu and header. The list of screens states the required permission. */
function createScreen<Path extends string>(path: Path, component: ReturnType<typeof lazyRouteComponent>) {
  return createRoute({ getParentRoute: () => shellRoute, path, component })
}

/** Creates a route with menu and header whose URL has search parameters, such as filters and page. */
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
    lazyRouteComponent(() => import('#web/pages/home.tsx'), 'DashboardPage'),
  ),
  createListScreen(
    '/members',
    readMembersSearch,
    lazyPage(() => import('#web/pages/MembersPage.tsx'), 'MembersPage'),
  ),
  createListScreen(
    '/member-approval',
    readMemberApprovalSearch,
    lazyPage(() => import('#web/pages/MemberApprovalPage.tsx'), 'MemberApprovalPage'),
  ),
  createListScreen(
    '/imports',
    readImportsSearch,
    lazyPage(() => import('#web/pages/MemberImportsPage.tsx'), 'MemberImportsPage'),
  ),
  createListScreen(
    '/imports/$id',
    readImportSearch,
    lazyPage(() => import('#web/pages/MemberImportPage.tsx'), 'MemberImportPage'),
  ),
  createScreen(
    '/invitations',
    lazyPage(() => import('#web/pages/InvitationsPage.tsx'), 'InvitationsPage'),
  ),
  createScreen(
    '/duplicates',
    lazyPage(() => import('#web/pages/DuplicateAccountsPage.tsx'), 'DuplicateAccountsPage'),
  ),
  createListScreen(
    '/duplicates/$id',
    readMergeSearch,
    lazyPage(() => import('#web/pages/MergeAccountsPage.tsx'), 'MergeAccountsPage'),
  ),
  createListScreen(
    '/clubs',
    readClubsSearch,
    lazyPage(() => import('#web/pages/ClubsPage.tsx'), 'ClubsPage'),
  ),
  createListScreen(
    '/clubs/$id',
    readClubSearch,
    lazyPage(() => import('#web/pages/ClubPage.tsx'), 'ClubPage'),
  ),
  createScreen(
    '/clubs/$id/cards',
    lazyPage(() => import('#web/pages/ClubMembershipCardsPage.tsx'), 'ClubMembershipCardsPage'),
  ),
  createListScreen(
    '/custom-fields',
    readCustomFieldsSearch,
    lazyPage(() => import('#web/pages/CustomFieldsPage.tsx'), 'CustomFieldsPage'),
  ),
  createListScreen(
    '/notifications',
    readNotificationsSearch,
    lazyPage(() => import('#web/pages/NotificationsPage.tsx'), 'NotificationsPage'),
  ),
  createScreen(
    '/card',
    lazyPage(() => import('#web/pages/MembershipCardPage.tsx'), 'MembershipCardPage'),
  ),
  createListScreen(
    '/activities',
    readActivitiesSearch,
    lazyPage(() => import('#web/pages/ActivitiesPage.tsx'), 'ActivitiesPage'),
  ),
  createScreen(
    '/activities/$id',
    lazyPage(() => import('#web/pages/ActivityPage.tsx'), 'ActivityPage'),
  ),
  createScreen(
    '/activities/$id/check-in',
    lazyPage(() => import('#web/pages/ActivityCheckInPage.tsx'), 'ActivityCheckInPage'),
  ),
  createScreen(
    '/check-in/$id',
    lazyPage(() => import('#web/pages/SelfCheckInPage.tsx'), 'SelfCheckInPage'),
  ),
  createListScreen(
    '/announcements',
    readAnnouncementsSearch,
    lazyPage(() => import('#web/pages/AnnouncementsPage.tsx'), 'AnnouncementsPage'),
  ),
  createScreen(
    '/announcements/$id',
    lazyPage(() => import('#web/pages/AnnouncementPage.tsx'), 'AnnouncementPage'),
  ),
  createScreen(
    '/elections',
    lazyPage(() => import('#web/pages/ElectionsPage.tsx'), 'ElectionsPage'),
  ),
  createScreen(
    '/elections/$id',
    lazyPage(() => import('#web/pages/ElectionPage.tsx'), 'ElectionPage'),
  ),
  createScreen(
    '/motions/$id',
    lazyPage(() => import('#web/pages/MotionPage.tsx'), 'MotionPage'),
  ),
  createScreen(
    '/roll-calls',
    lazyPage(() => import('#web/pages/RollCallsPage.tsx'), 'RollCallsPage'),
  ),
  createScreen(
    '/safety/$id',
    lazyPage(() => import('#web/pages/RollCallDetailPage.tsx'), 'RollCallDetailPage'),
  ),
  createScreen(
    '/fees',
    lazyPage(() => import('#web/pages/OwnFeesPage.tsx'), 'OwnFeesPage'),
  ),
  createScreen(
    '/fees/manage',
    lazyPage(() => import('#web/pages/ManageFeePlansPage.tsx'), 'ManageFeePlansPage'),
  ),
  createListScreen(
    '/fees/plans/$id',
    readPlanSearch,
    lazyPage(() => import('#web/pages/FeePlanPage.tsx'), 'FeePlanPage'),
  ),
  createScreen(
    '/fees/accounts/$id',
    lazyPage(() => import('#web/pages/MemberFeeAccountPage.tsx'), 'MemberFeeAccountPage'),
  ),
  createScreen(
    '/fees/receipts/$id',
    lazyPage(() => import('#web/pages/FeeReceiptPage.tsx'), 'FeeReceiptPage'),
  ),
  createListScreen(
    '/communication',
    readCommunicationSearch,
    lazyPage(() => import('#web/pages/ChatPage.tsx'), 'ChatPage'),
  ),
  createListScreen(
    '/communication/search',
    readMessageSearch,
    lazyPage(() => import('#web/pages/MessageSearchPage.tsx'), 'MessageSearchPage'),
  ),
  createScreen(
    '/reports',
    lazyPage(() => import('#web/pages/MessageReportsPage.tsx'), 'MessageReportsPage'),
  ),
  createListScreen(
    '/user-management',
    readUserManagementSearch,
    lazyPage(() => import('#web/pages/UserManagementPage.tsx'), 'UserManagementPage'),
  ),
  createScreen(
    '/segments',
    lazyPage(() => import('#web/pages/SegmentsPage.tsx'), 'SegmentsPage'),
  ),
  createScreen(
    '/offices',
    lazyPage(() => import('#web/pages/OfficesPage.tsx'), 'OfficesPage'),
  ),
  createListScreen(
    '/analytics',
    readAnalyticsSearch,
    lazyPage(() => import('#web/pages/AnalyticsPage.tsx'), 'AnalyticsPage'),
  ),
  createListScreen(
    '/communication-analytics',
    readAnalyticsSearch,
    lazyPage(() => import('#web/pages/AnalyticsPage.tsx'), 'CommunicationAnalyticsPage'),
  ),
  createListScreen(
    '/web-analytics',
    readAnalyticsSearch,
    lazyPage(() => import('#web/pages/AnalyticsPage.tsx'), 'WebAnalyticsPage'),
  ),
  createListScreen(
    '/audit',
    readAuditSearch,
    lazyPage(() => import('#web/pages/AuditLogPage.tsx'), 'AuditLogPage'),
  ),
  createScreen(
    '/data-register',
    lazyPage(() => import('#web/pages/PersonalDataRegisterPage.tsx'), 'PersonalDataRegisterPage'),
  ),
  createListScreen(
    '/outbox',
    readOutboxSearch,
    lazyPage(() => import('#web/pages/EmailOutboxPage.tsx'), 'EmailOutboxPage'),
  ),
  createScreen(
    '/fees/pay/$id',
    lazyPage(() => import('#web/pages/PayFeePage.tsx'), 'PayFeePage'),
  ),
  createScreen(
    '/fees/slips',
    lazyPage(() => import('#web/pages/TransferSlipQueuePage.tsx'), 'TransferSlipQueuePage'),
  ),
  createScreen(
    '/fees/payees',
    lazyPage(() => import('#web/pages/PayeesPage.tsx'), 'PayeesPage'),
  ),
  createScreen(
    '/profile',
    lazyPage(() => import('#web/pages/ProfilePage.tsx'), 'ProfilePage'),
  ),
  createScreen(
    '/settings',
    lazyPage(() => import('#web/pages/SettingsPage.tsx'), 'SettingsPage'),
  ),
  createScreen(
    '/help/elections',
    lazyPage(() => import('#web/pages/ElectionHelpPage.tsx'), 'ElectionHelpPage'),
  ),
  createScreen(
    '/help/encryption',
    lazyPage(() => import('#web/pages/EncryptionHelpPage.tsx'), 'EncryptionHelpPage'),
  ),
  createScreen(
    '/$',
    lazyPage(() => import('#web/shell/errors/NotFoundScreen.tsx'), 'NotFoundScreen'),
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
  // The error page appears when code fails to load. Its button reloads the page to fetch the code again.
  defaultErrorComponent: ({ error }) => <ErrorState error={error} onRetry={() => window.location.reload()} />,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
