import type { notifications } from '#server/db/schema/events.ts'
import type { NotificationKind } from '#shared/notification-kinds.ts'
import type { DemoUser } from './people.ts'

type DemoNotification = typeof notifications.$inferInsert

/**
 * Generates notifications for demo administrators (new applications) and members (new activities); the first few are
 * unread.
 */
export function generateNotifications(
  users: DemoUser[],
  activities: { id: number; createdAt?: Date; clubId?: number | null }[],
): DemoNotification[] {
  const sortNewestFirst = <T extends { createdAt?: Date }>(list: T[]) =>
    list.toSorted((a, b) => Number(b.createdAt) - Number(a.createdAt))
  const newestApplications = sortNewestFirst(users.filter(user => user.status === 'pending'))
  const newestActivities = sortNewestFirst(activities)

  const buildNotifications = (
    userId: number,
    unread: number,
    items: [NotificationKind, number, Date | undefined][],
  ) =>
    items.map(([kind, targetId, createdAt], index): DemoNotification => {
      const params: Record<string, number> = kind.startsWith('user')
        ? { userId: targetId }
        : { activityId: targetId }
      return { userId, kind, params, createdAt, readAt: index < unread ? null : createdAt }
    })
  const buildNotificationItems = (kind: NotificationKind, list: { id: number; createdAt?: Date }[]) =>
    list.map(({ id, createdAt }): [NotificationKind, number, Date | undefined] => [kind, id, createdAt])

  const britishApplications = newestApplications.filter(user => user.currentCountry === 'United Kingdom')
  const londonActivities = newestActivities.filter(plan => plan.clubId === 1)
  return [
    ...buildNotifications(1, 3, [
      ...buildNotificationItems('user.registered', newestApplications.slice(0, 5)),
      ...buildNotificationItems('activity.created', newestActivities.slice(0, 2)),
    ]),
    ...buildNotifications(2, 2, buildNotificationItems('user.registered', newestApplications.slice(0, 5))),
    ...buildNotifications(3, 1, buildNotificationItems('user.registered', britishApplications.slice(0, 3))),
    ...[4, 5, 6].flatMap(id =>
      buildNotifications(id, 1, buildNotificationItems('activity.created', londonActivities.slice(0, 2))),
    ),
  ].sort((a, b) => Number(a.createdAt) - Number(b.createdAt))
}
