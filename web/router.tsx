import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { meQuery } from '#web/features/auth/auth.api.ts'
import { queryClient } from '#web/lib/query-client.ts'

const rootRoute = createRootRoute({ component: Outlet })

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  component: lazyRouteComponent(() => import('#web/pages/LoginPage.tsx'), 'LoginPage'),
})

/** Everything behind it needs a person; without one it leads to the login. */
const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async () => {
    const user = await queryClient.fetchQuery({ ...meQuery, staleTime: Number.POSITIVE_INFINITY })
    if (!user) throw redirect({ to: '/login' })
    return { user }
  },
})

const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard' })
  },
})

const dashboardRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/dashboard',
  component: lazyRouteComponent(() => import('#web/pages/DashboardPage.tsx'), 'DashboardPage'),
})

export const router = createRouter({
  routeTree: rootRoute.addChildren([loginRoute, indexRoute, shellRoute.addChildren([dashboardRoute])]),
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
