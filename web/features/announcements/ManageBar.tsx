import { Button, Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { AnnouncementDetail } from '#shared/contracts/announcements.ts'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'
import { useDeleteDraft, useHold, useWithdraw } from './announcements.api.ts'
import { viewText as text } from './announcements.text.ts'

const EditDialog = lazyOverlay(async () => (await import('./EditDialog.tsx')).EditDialog)
const CorrectDialog = lazyOverlay(async () => (await import('./CorrectDialog.tsx')).CorrectDialog)

/** What can be done about it, by how far it has come. */
export function ManageBar({ user, one }: { user: CurrentUser; one: AnnouncementDetail }) {
  const [open, setOpen] = useState<'edit' | 'correct'>()
  const withdraw = useWithdraw(one.id)
  const hold = useHold(one.id)
  const navigate = useNavigate()
  const toList = () => void navigate({ to: '/announcements', search: { tab: 'managed' } })
  const remove = useDeleteDraft(one.id, toList)
  const isOut = one.status === 'sending' || one.status === 'sent'
  const ask = (title: string, words: string, onConfirm: () => void) =>
    confirm({ title, text: words, action: title, isDangerous: true, onConfirm })
  return (
    <>
      <Group gap="xs">
        {one.status === 'draft' && <Button onClick={() => setOpen('edit')}>{text.edit}</Button>}
        {one.status === 'draft' && (
          <Button
            variant="default"
            loading={remove.isPending}
            onClick={() => ask(text.remove, text.removeConfirm, () => remove.mutate())}
          >
            {text.remove}
          </Button>
        )}
        {one.status === 'scheduled' && (
          <Button variant="default" loading={hold.isPending} onClick={() => hold.mutate()}>
            {text.hold}
          </Button>
        )}
        {isOut && (
          <Button variant="default" onClick={() => setOpen('correct')}>
            {text.correct}
          </Button>
        )}
        {isOut && (
          <Button
            variant="default"
            loading={withdraw.isPending}
            onClick={() => ask(text.withdraw, text.withdrawConfirm, () => withdraw.mutate())}
          >
            {text.withdraw}
          </Button>
        )}
      </Group>
      {open === 'edit' && <EditDialog user={user} id={one.id} onClose={() => setOpen(undefined)} />}
      {open === 'correct' && <CorrectDialog one={one} onClose={() => setOpen(undefined)} />}
    </>
  )
}
