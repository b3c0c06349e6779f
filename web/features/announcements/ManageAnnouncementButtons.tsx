import { Button, Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { AnnouncementDetail } from '#shared/contracts/announcements/announcements.schemas.ts'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { viewText as text } from '#texts/announcements.ts'
import { openConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'
import {
  useDeleteAnnouncementDraft,
  useUnscheduleAnnouncement,
  useWithdrawAnnouncement,
} from './announcements.api.ts'

const EditDialog = createLazyOverlay(
  async () => (await import('./EditAnnouncementDraftDialog.tsx')).EditAnnouncementDraftDialog,
)
const CorrectDialog = createLazyOverlay(
  async () => (await import('./CorrectAnnouncementDialog.tsx')).CorrectAnnouncementDialog,
)

/** Buttons for managing an announcement. The announcement's status decides which actions are available. */
export function ManageAnnouncementButtons({
  user,
  announcement,
}: {
  user: CurrentUser
  announcement: AnnouncementDetail
}) {
  const [openDialog, setOpenDialog] = useState<'edit' | 'correct'>()
  const withdraw = useWithdrawAnnouncement(announcement.id)
  const unschedule = useUnscheduleAnnouncement(announcement.id)
  const navigate = useNavigate()
  const goToAnnouncementList = () => void navigate({ to: '/announcements', search: { tab: 'managed' } })
  const remove = useDeleteAnnouncementDraft(announcement.id, goToAnnouncementList)
  const isPublished = announcement.status === 'sending' || announcement.status === 'sent'
  const confirmAnnouncementAction = (title: string, message: string, onConfirm: () => void) =>
    openConfirmDialog({ title, text: message, action: title, isDangerous: true, onConfirm })
  return (
    <>
      <Group gap="xs">
        {announcement.status === 'draft' && (
          <Button onClick={() => setOpenDialog('edit')}>{text.edit}</Button>
        )}
        {announcement.status === 'draft' && (
          <Button
            variant="default"
            loading={remove.isPending}
            onClick={() => confirmAnnouncementAction(text.remove, text.removeConfirm, () => remove.mutate())}
          >
            {text.remove}
          </Button>
        )}
        {announcement.status === 'scheduled' && (
          <Button variant="default" loading={unschedule.isPending} onClick={() => unschedule.mutate()}>
            {text.hold}
          </Button>
        )}
        {isPublished && (
          <Button variant="default" onClick={() => setOpenDialog('correct')}>
            {text.correct}
          </Button>
        )}
        {isPublished && (
          <Button
            variant="default"
            loading={withdraw.isPending}
            onClick={() =>
              confirmAnnouncementAction(text.withdraw, text.withdrawConfirm, () => withdraw.mutate())
            }
          >
            {text.withdraw}
          </Button>
        )}
      </Group>
      {openDialog === 'edit' && (
        <EditDialog user={user} id={announcement.id} onClose={() => setOpenDialog(undefined)} />
      )}
      {openDialog === 'correct' && (
        <CorrectDialog announcement={announcement} onClose={() => setOpenDialog(undefined)} />
      )}
    </>
  )
}
