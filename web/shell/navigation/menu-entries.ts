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

/** Entries of the bottom navigation bar on phones. */
export const bottomBarEntries = [
  createMenuEntry('/dashboard', IconLayoutDashboard),
  createMenuEntry('/activities', IconCalendarEvent),
  createMenuEntry('/communication', IconMessages, 'messages'),
  // Short label of the membership card in the bottom bar of phones, where the full title does not fit.
  { ...createMenuEntry('/card', IconId), title: 'cardTab' as const },
]
