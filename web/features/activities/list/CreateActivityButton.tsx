import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { activitiesText as text } from '#texts/activities.ts'
import { LazyActivityDialog } from '#web/features/activities/form/LazyActivityDialog.tsx'
import { focusElementAfterDialogCloses } from '#web/lib/document/focus-element-after-dialog-closes.ts'

const createId = 'create-activity'

/** Button that opens the dialog for creating an activity. */
export function CreateActivityButton({ user }: { user: CurrentUser }) {
  const [isCreating, setCreating] = useState(false)
  return (
    <>
      <Button
        id={createId}
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() => setCreating(true)}
      >
        {text.create}
      </Button>
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
