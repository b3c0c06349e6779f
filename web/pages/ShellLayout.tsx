import { Outlet } from '@tanstack/react-router'
import { Shell } from '#web/shell/Shell.tsx'

export function ShellLayout() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  )
}
