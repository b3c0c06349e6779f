import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { countUnread, listNotifications, markRead } from '#shared/contracts/notifications.endpoints.ts'
import type { ReadBody } from '#shared/contracts/notifications.ts'
import { addressOf, call, query } from '#web/lib/api.ts'
import { growingQuery } from '#web/lib/pages.ts'
import { notificationsText } from './notifications.text.ts'

export function useUnreadCount(): number {
  return useQuery(query(countUnread)).data?.count ?? 0
}

export function useNotifications(isOpen: boolean) {
  return useQuery({ ...query(listNotifications), enabled: isOpen })
}

const pageSize = 30

/** All notifications with keyset pagination: each page starts after the last id of the previous one. */
export function useAllNotifications(show: 'unread' | undefined) {
  const first = { limit: pageSize, show }
  return useInfiniteQuery(
    growingQuery(
      addressOf(listNotifications, { query: first }),
      pageSize,
      before => call(listNotifications, { query: { ...first, before } }),
      ({ id }) => id,
    ),
  )
}

export function useMarkRead() {
  return useMutation({
    mutationFn: (body: ReadBody) => call(markRead, { body }),
    meta: { failure: notificationsText.readFailed },
  })
}
