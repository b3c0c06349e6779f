import {
  IconBuildingCommunity,
  IconCalendarEvent,
  IconChartBar,
  IconChecklist,
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
import type { screenTitles } from '#texts/screens.ts'

export interface Screen {
  path: string
  title: keyof typeof screenTitles
  /** Permission required to open the screen; without it every active account may. */
  action?: Action
}

export interface SidebarEntry extends Screen {
  icon: ComponentType<IconProps>
  badge?: 'pending' | 'messages'
}

export const mainEntries = [
  { path: '/dashboard', title: 'dashboard', icon: IconLayoutDashboard },
  { path: '/register', title: 'register', icon: IconUserPlus },
  {
    path: '/member-approval',
    title: 'memberApproval',
    icon: IconUserCheck,
    action: 'users.pending',
    badge: 'pending',
  },
  { path: '/members', title: 'members', icon: IconUsers, action: 'users.list' },
  { path: '/clubs', title: 'clubs', icon: IconBuildingCommunity },
  { path: '/activities', title: 'activities', icon: IconCalendarEvent },
  { path: '/announcements', title: 'announcements', icon: IconSpeakerphone },
  { path: '/elections', title: 'elections', icon: IconChecklist },
  { path: '/communication', title: 'communication', icon: IconMessages, badge: 'messages' },
] as const satisfies SidebarEntry[]

export const adminEntries = [
  { path: '/user-management', title: 'userManagement', icon: IconShield, action: 'users.changeRole' },
  {
    path: '/communication-analytics',
    title: 'communicationAnalytics',
    icon: IconChartBar,
    action: 'analytics.communication',
  },
  { path: '/web-analytics', title: 'webAnalytics', icon: IconWorld, action: 'analytics.communication' },
  { path: '/audit', title: 'audit', icon: IconHistory, action: 'audit.read' },
  { path: '/outbox', title: 'outbox', icon: IconMailForward, action: 'outbox.read' },
] as const satisfies SidebarEntry[]

/** Entries of the bottom bar on phones. */
export const bottomBarEntries = [
  { path: '/dashboard', title: 'dashboard', icon: IconLayoutDashboard },
  { path: '/activities', title: 'activities', icon: IconCalendarEvent },
  { path: '/communication', title: 'communication', icon: IconMessages, badge: 'messages' },
  { path: '/card', title: 'cardTab', icon: IconId },
] as const satisfies SidebarEntry[]

/** Screens that have no entry in the sidebar. */
const screensWithoutEntry: Screen[] = [
  { path: '/analytics', title: 'analytics', action: 'analytics.members' },
  { path: '/data-register', title: 'dataRegister', action: 'data.register' },
  { path: '/roll-calls', title: 'rollCalls', action: 'rollCalls.ask' },
  { path: '/safety', title: 'safety' },
  { path: '/motions', title: 'motions' },
  { path: '/offices', title: 'offices', action: 'offices.list' },
  { path: '/communication/search', title: 'messageSearch' },
  { path: '/imports', title: 'imports', action: 'imports.propose' },
  { path: '/invitations', title: 'invitations', action: 'users.invite' },
  { path: '/duplicates', title: 'duplicates', action: 'users.merge' },
  { path: '/reports', title: 'reports', action: 'reports.decide' },
  { path: '/notifications', title: 'notifications' },
  { path: '/card', title: 'card' },
  { path: '/clubs/$id/cards', title: 'clubCards', action: 'cards.print' },
  { path: '/activities/$id/check-in', title: 'checkIn', action: 'activities.help' },
  { path: '/check-in', title: 'checkIn' },
  { path: '/profile', title: 'profile' },
  { path: '/settings', title: 'settings' },
  { path: '/help/elections', title: 'electionHelp' },
  { path: '/help/encryption', title: 'encryption' },
]

/** Finds the screen of a route. The route of a single record, such as /clubs/$id, belongs to its list's screen. */
export function findScreen(route: string): Screen | undefined {
  const path = route.replace(/\/\$id$/, '')
  return [...mainEntries, ...adminEntries, ...screensWithoutEntry].find(screen => screen.path === path)
}
