import { Button, Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { MotionDetail } from '#shared/contracts/motions/motions.schemas.ts'
import { motionText as text } from '#texts/motions.ts'
import { openConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'
import { useDeleteMotion, useStartMotionVoting } from './motions.api.ts'

const MotionDialog = createLazyOverlay(async () => (await import('./MotionDialog.tsx')).MotionDialog)
const CloseDialog = createLazyOverlay(async () => (await import('./CloseMotionDialog.tsx')).CloseMotionDialog)

/** Buttons for organisers of a motion: the steps possible at the motion's current stage. */
export function MotionOrganiserButtons({ user, motion }: { user: CurrentUser; motion: MotionDetail }) {
  const [dialog, setDialog] = useState<'edit' | 'close'>()
  const navigate = useNavigate()
  const remove = useDeleteMotion(motion.id)
  const open = useStartMotionVoting(motion.id)
  const confirmRemoval = () =>
    openConfirmDialog({
      title: text.remove,
      text: text.removeConfirm,
      action: text.remove,
      isDangerous: true,
      onConfirm: () => remove.mutate(undefined, { onSuccess: () => void navigate({ to: '/elections' }) }),
    })
  const confirmOpening = () =>
    openConfirmDialog({
      title: text.open,
      text: text.openConfirm,
      action: text.open,
      onConfirm: () => open.mutate(),
    })
  return (
    <Group gap="xs" className="actions">
      {motion.status === 'draft' && (
        <>
          <Button loading={open.isPending} onClick={confirmOpening}>
            {text.open}
          </Button>
          <Button variant="default" onClick={() => setDialog('edit')}>
            {text.edit}
          </Button>
          <Button variant="default" loading={remove.isPending} onClick={confirmRemoval}>
            {text.remove}
          </Button>
        </>
      )}
      {motion.status === 'open' && (
        <Button variant="default" onClick={() => setDialog('close')}>
          {text.close}
        </Button>
      )}
      {dialog === 'edit' && <MotionDialog user={user} motion={motion} onClose={() => setDialog(undefined)} />}
      {dialog === 'close' && <CloseDialog id={motion.id} onClose={() => setDialog(undefined)} />}
    </Group>
  )
}
