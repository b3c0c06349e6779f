import {
  defaultParseSearch,
  type RegisteredRouter,
  type RouteById,
  useNavigate,
  useSearch,
} from '@tanstack/react-router'
import { useCallback } from 'react'

export type AnalyticsPath = '/analytics' | '/communication-analytics' | '/web-analytics'
type ListPath =
  | '/members'
  | '/member-approval'
  | '/user-management'
  | '/imports'
  | '/imports/$id'
  | '/duplicates/$id'
  | '/clubs'
  | '/clubs/$id'
  | '/custom-fields'
  | '/activities'
  | '/announcements'
  | '/notifications'
  | '/communication'
  | '/fees/plans/$id'
  | AnalyticsPath

type SearchOf<Path extends ListPath> = RouteById<
  RegisteredRouter['routeTree'],
  `/shell${Path}`
>['types']['fullSearchSchema']

/** Stores filters, page and open drawer in the URL, so that a screen can be linked and survives a reload. */
export function useUrlState<Path extends ListPath>(path: Path) {
  // The type of the path is widened to `ListPath`, because the router cannot infer types from a generic path.
  const anyPath: ListPath = path
  const currentSearch = useSearch({ from: `/shell${anyPath}` })
  const navigate = useNavigate()
  const set = useCallback(
    (change: SearchOf<Path>, isStep = false) =>
      navigate({
        to: anyPath,
        params: true,
        search: (previous: object): object => ({ ...previous, ...change }),
        // Typing in a search field adds no browser history entries.
        replace: !isStep,
        resetScroll: false,
      }),
    [navigate, anyPath],
  )
  /** Replaces all search parameters of the URL with those of a link or a saved list view. */
  const open = useCallback(
    (search: string) => navigate({ to: anyPath, params: true, search: defaultParseSearch(search) as object }),
    [navigate, anyPath],
  )
  return { search: currentSearch as SearchOf<Path>, set, open }
}
