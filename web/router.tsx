import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { readListSearch, readLoginSearch, readRedirect, readRegisterSearch } from '#web/lib/search.ts'
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

const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/register',
  validateSearch: readRegisterSearch,
  component: lazyRouteComponent(() => import('#web/pages/RegisterPage.tsx'), 'RegisterPage'),
})

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('#web/pages/ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
})

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  component: lazyRouteComponent(() => import('#web/pages/ResetPasswordPage.tsx'), 'ResetPasswordPage'),
})

const linkGoogleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/link-google',
  validateSearch: readRedirect,
  component: lazyRouteComponent(() => import('#web/pages/LinkGooglePage.tsx'), 'LinkGooglePage'),
})

const confirmEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/confirm-email',
  component: lazyRouteComponent(() => import('#web/pages/ConfirmEmailPage.tsx'), 'ConfirmEmailPage'),
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

/** One whose filters and page stand in the address. */
function listScreen<Path extends string>(path: Path, component: ReturnType<typeof lazyRouteComponent>) {
  return createRoute({ getParentRoute: () => shellRoute, path, component, validateSearch: readListSearch })
}

const screens = [
  screen(
    '/dashboard',
    lazyRouteComponent(() => import('#web/pages/DashboardPage.tsx'), 'DashboardPage'),
  ),
  listScreen(
    '/members',
    lazyRouteComponent(() => import('#web/pages/MembersPage.tsx'), 'MembersPage'),
  ),
  listScreen(
    '/member-approval',
    lazyRouteComponent(() => import('#web/pages/MembersPage.tsx'), 'MemberApprovalPage'),
  ),
  listScreen(
    '/clubs',
    lazyRouteComponent(() => import('#web/pages/ClubsPage.tsx'), 'ClubsPage'),
  ),
  listScreen(
    '/clubs/$id',
    lazyRouteComponent(() => import('#web/pages/ClubPage.tsx'), 'ClubPage'),
  ),
  listScreen(
    '/activities',
    lazyRouteComponent(() => import('#web/pages/ActivitiesPage.tsx'), 'ActivitiesPage'),
  ),
  screen(
    '/activities/$id',
    lazyRouteComponent(() => import('#web/pages/ActivityPage.tsx'), 'ActivityPage'),
  ),
  listScreen(
    '/communication',
    lazyRouteComponent(() => import('#web/pages/CommunicationPage.tsx'), 'CommunicationPage'),
  ),
  listScreen(
    '/user-management',
    lazyRouteComponent(() => import('#web/pages/UserManagementPage.tsx'), 'UserManagementPage'),
  ),
  listScreen(
    '/analytics',
    lazyRouteComponent(() => import('#web/pages/AnalyticsPage.tsx'), 'AnalyticsPage'),
  ),
  listScreen(
    '/communication-analytics',
    lazyRouteComponent(() => import('#web/pages/AnalyticsPage.tsx'), 'CommunicationAnalyticsPage'),
  ),
  listScreen(
    '/web-analytics',
    lazyRouteComponent(() => import('#web/pages/AnalyticsPage.tsx'), 'WebAnalyticsPage'),
  ),
  listScreen(
    '/audit',
    lazyRouteComponent(() => import('#web/pages/AuditPage.tsx'), 'AuditPage'),
  ),
  listScreen(
    '/outbox',
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
    forgotPasswordRoute,
    resetPasswordRoute,
    confirmEmailRoute,
    linkGoogleRoute,
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
