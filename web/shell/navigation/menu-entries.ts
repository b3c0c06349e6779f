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
  IconReceipt2,
  IconShield,
  IconSpeakerphone,
  IconUserCheck,
  IconUserPlus,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { type Screen, screens } from '#shared/screens.ts'

type Icon = ComponentType<IconProps>
type Badge = 'pending' | 'messages'

export interface MenuEntry extends Screen {
  path: string
  icon: Icon
  /** Count shown beside a menu entry: applicants who wait for approval, or unread messages. */
  badge?: Badge
}

const createMenuEntry = (path: keyof typeof screens, icon: Icon, badge?: Badge): MenuEntry => ({
  path,
  icon,
  badge,
  ...screens[path],
})

export const mainEntries = [
  createMenuEntry('/dashboard', IconLayoutDashboard),
  createMenuEntry('/register', IconUserPlus),
  createMenuEntry('/member-approval', IconUserCheck, 'pending'),
  createMenuEntry('/members', IconUsers),
  createMenuEntry('/clubs', IconBuildingCommunity),
  createMenuEntry('/activities', IconCalendarEvent),
  createMenuEntry('/announcements', IconSpeakerphone),
  createMenuEntry('/elections', IconChecklist),
  createMenuEntry('/communication', IconMessages, 'messages'),
  createMenuEntry('/fees', IconReceipt2),
]

export const adminEntries = [
  createMenuEntry('/user-management', IconShield),
  createMenuEntry('/communication-analytics', IconChartBar),
  createMenuEntry('/web-analytics', IconWorld),
  createMenuEntry('/audit', IconHistory),
  createMenuEntry('/outbox', IconMailForward),
]

/** Menu entries that are highlighted on screens without an entry of their own, by the path of the screen. */
const entryOfScreen: Record<string, string> = {
  '/segments': '/members',
  '/imports': '/members',
  '/invitations': '/members',
  '/custom-fields': '/members',
  '/duplicates': '/members',
  '/offices': '/user-management',
  '/data-register': '/audit',
  '/roll-calls': '/announcements',
  '/reports': '/communication',
  '/motions': '/elections',
  '/help/elections': '/elections',
  '/help/encryption': '/communication',
}

/** Returns the path of the sidebar entry to which a screen without an entry belongs. */
export function findSidebarEntryPathForPage(path: string): string | undefined {
  return entryOfScreen[path] ?? entryOfScreen[path.replace(/^(\/[^/]+).*/, '$1')]
}

/** Entries of the bottom navigation bar on phones. */
export const bottomBarEntries = [
  createMenuEntry('/dashboard', IconLayoutDashboard),
  createMenuEntry('/activities', IconCalendarEvent),
  createMenuEntry('/communication', IconMessages, 'messages'),
  // Short label of the membership card in the bottom bar of phones, where the full title does not fit.
  { ...createMenuEntry('/card', IconId), title: 'cardTab' as const },
]
