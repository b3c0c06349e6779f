// Root of the chunk that signed-in users load first: the shell, the dashboard and everything they import.
import { Outlet } from '@tanstack/react-router'
import { Shell } from '#web/shell/Shell.tsx'

export { DashboardPage } from './DashboardPage.tsx'

export function ShellLayout() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  )
}
