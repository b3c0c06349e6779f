import {
  IconBuildingCommunity,
  IconCalendarEvent,
  IconChartBar,
  IconHistory,
  IconId,
  IconLayoutDashboard,
  IconMailForward,
  IconMessages,
  type IconProps,
  IconShield,
  IconSpeakerphone,
  IconUserCheck,
  IconUserPlus,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { Action } from '#shared/policies.ts'

export interface Screen {
  path: string
  title: string
  /** Permission required to open the screen; without it every active account may. */
  action?: Action
}

export interface SidebarEntry extends Screen {
  icon: ComponentType<IconProps>
  badge?: 'pending' | 'messages'
}

export const mainEntries = [
  { path: '/dashboard', title: 'Dashboard', icon: IconLayoutDashboard },
  { path: '/register', title: 'Pendaftaran Ahli', icon: IconUserPlus },
  {
    path: '/member-approval',
    title: 'Kelulusan Ahli',
    icon: IconUserCheck,
    action: 'users.pending',
    badge: 'pending',
  },
  { path: '/members', title: 'Senarai Ahli', icon: IconUsers, action: 'users.list' },
  { path: '/clubs', title: 'Kelab', icon: IconBuildingCommunity },
  { path: '/activities', title: 'Aktiviti', icon: IconCalendarEvent },
  { path: '/announcements', title: 'Hebahan', icon: IconSpeakerphone },
  { path: '/communication', title: 'Komunikasi', icon: IconMessages, badge: 'messages' },
] as const satisfies SidebarEntry[]

export const adminEntries = [
  { path: '/user-management', title: 'Pengurusan Pengguna', icon: IconShield, action: 'users.changeRole' },
  {
    path: '/communication-analytics',
    title: 'Analitik Komunikasi',
    icon: IconChartBar,
    action: 'analytics.communication',
  },
  { path: '/web-analytics', title: 'Web Analitik', icon: IconWorld, action: 'analytics.communication' },
  { path: '/audit', title: 'Jejak Audit', icon: IconHistory, action: 'audit.read' },
  { path: '/outbox', title: 'Peti Keluar', icon: IconMailForward, action: 'outbox.read' },
] as const satisfies SidebarEntry[]

/** Entries of the bottom bar on phones. */
export const bottomBarEntries = [
  { path: '/dashboard', title: 'Dashboard', icon: IconLayoutDashboard },
  { path: '/activities', title: 'Aktiviti', icon: IconCalendarEvent },
  { path: '/communication', title: 'Komunikasi', icon: IconMessages, badge: 'messages' },
  { path: '/card', title: 'Kad', icon: IconId },
] as const satisfies SidebarEntry[]

/** Screens that have no entry in the sidebar. */
const screensWithoutEntry: Screen[] = [
  { path: '/analytics', title: 'Analitik', action: 'analytics.members' },
  { path: '/data-register', title: 'Perlindungan Data', action: 'data.register' },
  { path: '/roll-calls', title: 'Semakan Keselamatan', action: 'rollCalls.ask' },
  { path: '/safety', title: 'Semakan Keselamatan' },
  { path: '/offices', title: 'Jawatan', action: 'offices.list' },
  { path: '/communication/search', title: 'Cari Mesej' },
  { path: '/imports', title: 'Import Ahli', action: 'imports.propose' },
  { path: '/invitations', title: 'Jemput Ahli', action: 'users.invite' },
  { path: '/duplicates', title: 'Akaun Serupa', action: 'users.merge' },
  { path: '/reports', title: 'Laporan', action: 'reports.decide' },
  { path: '/notifications', title: 'Pemberitahuan' },
  { path: '/card', title: 'Kad Ahli' },
  { path: '/clubs/$id/cards', title: 'Cetak Kad Kelab', action: 'cards.print' },
  { path: '/activities/$id/check-in', title: 'Daftar Masuk', action: 'activities.help' },
  { path: '/check-in', title: 'Daftar Masuk' },
  { path: '/profile', title: 'Profil' },
  { path: '/settings', title: 'Tetapan' },
  { path: '/help/encryption', title: 'Penyulitan' },
]

/** Finds the screen of a route. The route of a single record, such as /clubs/$id, belongs to its list's screen. */
export function findScreen(route: string): Screen | undefined {
  const path = route.replace(/\/\$id$/, '')
  return [...mainEntries, ...adminEntries, ...screensWithoutEntry].find(screen => screen.path === path)
}
