import { Skeleton } from '@mantine/core'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { composeText as text } from '#texts/announcements.ts'
import { FormDialog } from '#web/ui/form/FormDialog.tsx'
import { useAnnouncementDraft } from './announcements.api.ts'
import { ComposeAnnouncementDialog } from './ComposeAnnouncementDialog.tsx'

/** Dialog for editing an announcement draft. It fetches the draft first, because the page may show an old version. */
export function EditAnnouncementDraftDialog({
  user,
  id,
  onClose,
}: {
  user: CurrentUser
  id: number
  onClose: () => void
}) {
  const { data, isFetching } = useAnnouncementDraft(id)
  if (!data || isFetching) {
    return (
      <FormDialog title={text.edit} size="xl" onClose={onClose}>
        <Skeleton height={320} />
      </FormDialog>
    )
  }
  return <ComposeAnnouncementDialog user={user} draft={data} onClose={onClose} />
}
