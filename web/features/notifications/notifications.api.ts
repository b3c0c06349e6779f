import { useMutation, useQuery } from '@tanstack/react-query'
import { countUnread, listNotifications, markRead } from '#shared/contracts/notifications.endpoints.ts'
import type { ReadBody } from '#shared/contracts/notifications.ts'
import { call, query } from '#web/lib/api.ts'
import { notificationsText } from './notifications.text.ts'

export function useUnreadCount(): number {
  return useQuery(query(countUnread)).data?.count ?? 0
}

export function useNotifications(isOpen: boolean) {
  return useQuery({ ...query(listNotifications), enabled: isOpen })
}

export function useMarkRead() {
  return useMutation({
    mutationFn: (body: ReadBody) => call(markRead, { body }),
    meta: { failure: notificationsText.readFailed },
  })
}
