// Entry of the JavaScript file that signed-in users load first, with the page frame and the dashboard.
import { Outlet } from '@tanstack/react-router'
import { Shell } from '#web/shell/Shell.tsx'

export { DashboardPage } from './DashboardPage.tsx'

export function SignedInPageLayout() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  )
}
