import { buildViewButtonId } from '#web/features/users/list/UserRowActions.tsx'
import { focusElementAfterDialogCloses } from '#web/lib/document/focus-element-after-dialog-closes.ts'

/** Handlers that open and close the drawer of a user. The URL contains the user's id. */
export function getUserDrawerHandlers({
  search,
  set,
}: {
  search: { user?: number }
  set: (change: { user?: number }, isStep?: boolean) => unknown
}) {
  return {
    onView: (user: number) => set({ user }, true),
    /** Closes the user's drawer and returns the focus to the button that opened it. */
    onClose: () => {
      if (search.user) focusElementAfterDialogCloses(buildViewButtonId(search.user))
      return set({ user: undefined })
    },
  }
}
