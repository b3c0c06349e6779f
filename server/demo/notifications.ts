import type { notifications } from '#server/db/schema/events.ts'
import type { NotificationKind } from '#shared/notification-kinds.ts'
import type { DemoUser } from './people.ts'

type DemoNotification = typeof notifications.$inferInsert

/** The newest applications and plans, told to those whom they concern; the first few not read yet. */
export function makeNotifications(
  users: DemoUser[],
  activities: { id: number; createdAt?: Date; clubId?: number | null }[],
): DemoNotification[] {
  const newest = <T extends { createdAt?: Date }>(list: T[]) =>
    list.toSorted((a, b) => Number(b.createdAt) - Number(a.createdAt))
  const applications = newest(users.filter(user => user.status === 'pending'))
  const plans = newest(activities)

  const tell = (userId: number, unread: number, news: [NotificationKind, number, Date | undefined][]) =>
    news.map(([kind, about, createdAt], index): DemoNotification => {
      const params: Record<string, number> = kind.startsWith('user')
        ? { userId: about }
        : { activityId: about }
      return { userId, kind, params, createdAt, readAt: index < unread ? null : createdAt }
    })
  const about = (kind: NotificationKind, list: { id: number; createdAt?: Date }[]) =>
    list.map(({ id, createdAt }): [NotificationKind, number, Date | undefined] => [kind, id, createdAt])

  const inBritain = applications.filter(user => user.currentCountry === 'United Kingdom')
  const inLondon = plans.filter(plan => plan.clubId === 1)
  return [
    ...tell(1, 3, [
      ...about('user.registered', applications.slice(0, 5)),
      ...about('activity.created', plans.slice(0, 2)),
    ]),
    ...tell(2, 2, about('user.registered', applications.slice(0, 5))),
    ...tell(3, 1, about('user.registered', inBritain.slice(0, 3))),
    ...[4, 5, 6].flatMap(id => tell(id, 1, about('activity.created', inLondon.slice(0, 2)))),
  ].sort((a, b) => Number(a.createdAt) - Number(b.createdAt))
}
