import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { chatText } from '#texts/conversations.ts'
import { FormDialog } from '#web/ui/form/FormDialog.tsx'
import { useStartConversation } from './groups.api.ts'
import { PeoplePicker } from './PeoplePicker.tsx'

/** Dialog in which the user picks a person. It opens the direct conversation with the person, or creates it. */
export function StartConversationDialog({
  title = chatText.startConversation,
  onDone,
  onClose,
}: {
  title?: string
  onDone: (group: GroupRow) => void
  onClose: () => void
}) {
  const start = useStartConversation()
  return (
    <FormDialog title={title} onClose={onClose}>
      <PeoplePicker onPick={({ id }) => start.mutate(id, { onSuccess: onDone })} />
    </FormDialog>
  )
}
