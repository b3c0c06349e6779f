import { Modal, Skeleton } from '@mantine/core'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { composeText as text } from '#texts/announcements.ts'
import { useAnnouncementDraft } from './announcements.api.ts'
import { ComposeDialog } from './ComposeDialog.tsx'

/** Dialog for editing a draft. It loads the current draft first, because the page may show an old version. */
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
      <Modal opened onClose={onClose} size="xl" title={text.edit}>
        <Skeleton height={320} />
      </Modal>
    )
  }
  return <ComposeDialog user={user} draft={data} onClose={onClose} />
}
