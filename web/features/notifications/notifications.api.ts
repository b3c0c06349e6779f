import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import {
  countUnreadNotifications,
  listNotifications,
  markNotificationsRead,
} from '#shared/contracts/notifications/notifications.endpoints.ts'
import type { ReadBody } from '#shared/contracts/notifications/notifications.schemas.ts'
import { notificationsText } from '#texts/notifications.ts'
import { buildEndpointUrl, buildQueryOptions, callEndpoint } from '#web/lib/http/api.ts'
import { buildInfiniteQuery } from '#web/lib/query/paged-queries.ts'

export function useUnreadNotificationCount(): number {
  return useQuery(buildQueryOptions(countUnreadNotifications)).data?.count ?? 0
}

export function useNewestNotifications(isOpen: boolean) {
  return useQuery({ ...buildQueryOptions(listNotifications), enabled: isOpen })
}

const pageSize = 30

/** Loads all notifications with keyset pagination: each page starts after the last id of the previous page. */
export function useAllNotifications(show: 'unread' | undefined) {
  const first = { limit: pageSize, show }
  return useInfiniteQuery(
    buildInfiniteQuery(
      buildEndpointUrl(listNotifications, { query: first }),
      pageSize,
      before => callEndpoint(listNotifications, { query: { ...first, before } }),
      ({ id }) => id,
    ),
  )
}

export function useMarkNotificationsRead() {
  return useMutation({
    mutationFn: (body: ReadBody) => callEndpoint(markNotificationsRead, { body }),
    meta: { failure: notificationsText.readFailed },
  })
}
