import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import * as z from 'zod/mini'
import { auditKinds } from '#shared/contracts/audit.ts'
import { LoginPage } from '#web/pages/LoginPage.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'

const rootRoute = createRootRoute({ component: Outlet })

/** Only places of our own: a link that someone else wrote must not lead away after the login. */
const ownPath = z.string().check(z.regex(/^\/(?![/\\])[^\\]*$/))
const loginSearch = z.object({
  redirect: z.catch(z.optional(ownPath), undefined),
  google: z.catch(z.optional(z.literal('unavailable')), undefined),
})

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: search => loginSearch.parse(search),
  // In the first file: most first visits begin here, and one file compresses better than two.
  component: LoginPage,
})

const registerSearch = z.object({ form: z.catch(z.optional(z.enum(['full', 'quick'])), undefined) })

const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/register',
  validateSearch: search => registerSearch.parse(search),
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

const notBuilt = lazyRouteComponent(() => import('#web/pages/NotBuiltPage.tsx'), 'NotBuiltPage')

/** A screen inside the shell; which roles may open it stands in shell/screens.ts. */
function screen<Path extends string>(path: Path, component = notBuilt) {
  return createRoute({ getParentRoute: () => shellRoute, path, component })
}

/** What an address holds is checked like any input; nonsense counts as not given. */
const pageNumber = z.catch(z.optional(z.int().check(z.positive())), undefined)
const day = z.catch(z.optional(z.iso.date()), undefined)
const auditSearch = z.object({
  page: pageNumber,
  kind: z.catch(z.optional(z.enum(auditKinds)), undefined),
  person: z.catch(z.optional(z.int().check(z.positive())), undefined),
  from: day,
  to: day,
})
const outboxSearch = z.object({ page: pageNumber })

const auditRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/audit',
  validateSearch: search => auditSearch.parse(search),
  component: lazyRouteComponent(() => import('#web/pages/AuditPage.tsx'), 'AuditPage'),
})

const outboxRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/outbox',
  validateSearch: search => outboxSearch.parse(search),
  component: lazyRouteComponent(() => import('#web/pages/OutboxPage.tsx'), 'OutboxPage'),
})

const screens = [
  screen('/dashboard'),
  screen('/members'),
  screen('/member-approval'),
  screen('/clubs'),
  screen('/activities'),
  screen('/communication'),
  screen('/user-management'),
  screen('/analytics'),
  screen('/communication-analytics'),
  screen('/web-analytics'),
  auditRoute,
  outboxRoute,
  screen(
    '/profile',
    lazyRouteComponent(() => import('#web/pages/ProfilePage.tsx'), 'ProfilePage'),
  ),
  screen('/settings'),
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
