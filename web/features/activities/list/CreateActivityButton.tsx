import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { activitiesText as text } from '#texts/activities.ts'
import { LazyActivityDialog } from '#web/features/activities/form/LazyActivityDialog.tsx'
import { focusElementAfterDialogCloses } from '#web/lib/document/focus-element-after-dialog-closes.ts'
import { CreateButton } from '#web/ui/list/CreateButton.tsx'

const createId = 'create-activity'

/** Button that opens the dialog for creating an activity. */
export function CreateActivityButton({ user }: { user: CurrentUser }) {
  const [isCreating, setCreating] = useState(false)
  return (
    <>
      <CreateButton id={createId} label={text.create} onClick={() => setCreating(true)} />
      {isCreating && (
        <LazyActivityDialog
          user={user}
          onClose={() => {
            setCreating(false)
            focusElementAfterDialogCloses(createId)
          }}
        />
      )}
    </>
  )
}
