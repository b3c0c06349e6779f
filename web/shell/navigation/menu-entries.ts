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
  /** Count shown beside the entry: applicants who wait for approval, or unread messages. */
  badge?: Badge
}

const createEntry = (path: keyof typeof screens, icon: Icon, badge?: Badge): MenuEntry => ({
  path,
  icon,
  badge,
  ...screens[path],
})

export const mainEntries = [
  createEntry('/dashboard', IconLayoutDashboard),
  createEntry('/register', IconUserPlus),
  createEntry('/member-approval', IconUserCheck, 'pending'),
  createEntry('/members', IconUsers),
  createEntry('/clubs', IconBuildingCommunity),
  createEntry('/activities', IconCalendarEvent),
  createEntry('/announcements', IconSpeakerphone),
  createEntry('/elections', IconChecklist),
  createEntry('/communication', IconMessages, 'messages'),
  createEntry('/fees', IconReceipt2),
]

export const adminEntries = [
  createEntry('/user-management', IconShield),
  createEntry('/communication-analytics', IconChartBar),
  createEntry('/web-analytics', IconWorld),
  createEntry('/audit', IconHistory),
  createEntry('/outbox', IconMailForward),
]

/** Entries of the bottom bar on phones. */
export const bottomBarEntries = [
  createEntry('/dashboard', IconLayoutDashboard),
  createEntry('/activities', IconCalendarEvent),
  createEntry('/communication', IconMessages, 'messages'),
  // The full title of the membership card does not fit below its icon.
  { ...createEntry('/card', IconId), title: 'cardTab' as const },
]
