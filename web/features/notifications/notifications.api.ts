import { useMutation, useQuery } from '@tanstack/react-query'
import type { CountAnswer } from '#shared/contracts/answers.ts'
import type { Notification, ReadBody } from '#shared/contracts/notifications.ts'
import { request } from '#web/lib/api.ts'
import { notificationsText } from './notifications.text.ts'

const url = '/api/notifications'

export function useUnreadCount(): number {
  return useQuery<CountAnswer>({ queryKey: [`${url}/unread/count`] }).data?.count ?? 0
}

export function useNotifications(isOpen: boolean) {
  return useQuery<Notification[]>({ queryKey: [url], enabled: isOpen })
}

export function useMarkRead() {
  return useMutation({
    mutationFn: (body: ReadBody) => request<CountAnswer>('POST', `${url}/read`, body),
    meta: { invalidates: [url], failure: notificationsText.readFailed },
  })
}
