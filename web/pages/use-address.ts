import {
  defaultParseSearch,
  type RegisteredRouter,
  type RouteById,
  useNavigate,
  useSearch,
} from '@tanstack/react-router'
import { useCallback } from 'react'

export type AnalyticsPath = '/analytics' | '/communication-analytics' | '/web-analytics'
type AddressPath =
  | '/members'
  | '/member-approval'
  | '/user-management'
  | '/imports'
  | '/imports/$id'
  | '/duplicates/$id'
  | '/clubs'
  | '/clubs/$id'
  | '/activities'
  | '/announcements'
  | '/notifications'
  | '/communication'
  | '/communication/search'
  | AnalyticsPath

type SearchOf<Path extends AddressPath> = RouteById<
  RegisteredRouter['routeTree'],
  `/shell${Path}`
>['types']['fullSearchSchema']

/** Filters, page and the open drawer, all in the address: a view can be linked, and survives a reload. */
export function useAddress<Path extends AddressPath>(path: Path) {
  // The router's types follow a path that is written out; this one might be any of them.
  const anyPath: AddressPath = path
  const given = useSearch({ from: `/shell${anyPath}` })
  const navigate = useNavigate()
  const set = useCallback(
    (change: SearchOf<Path>, isStep = false) =>
      navigate({
        to: anyPath,
        params: true,
        search: (before: object): object => ({ ...before, ...change }),
        // Letters of a search are not steps that one goes back through.
        replace: !isStep,
        resetScroll: false,
      }),
    [navigate, anyPath],
  )
  /** All of it at once: what a link, or a view that was kept, says. */
  const open = useCallback(
    (search: string) => navigate({ to: anyPath, params: true, search: defaultParseSearch(search) as object }),
    [navigate, anyPath],
  )
  return { search: given as SearchOf<Path>, set, open }
}
