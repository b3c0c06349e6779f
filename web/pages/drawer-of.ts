import { viewId } from '#web/features/users/UserActions.tsx'
import { focusLater } from '#web/lib/focus.ts'

/** The person whose drawer is open stands in the address. */
export function drawerOf({
  search,
  set,
}: {
  search: { user?: number }
  set: (change: { user?: number }, isStep?: boolean) => unknown
}) {
  return {
    onView: (user: number) => set({ user }, true),
    /** Focus goes back to the button that opened it. */
    onClose: () => {
      if (search.user) focusLater(viewId(search.user))
      return set({ user: undefined })
    },
  }
}
