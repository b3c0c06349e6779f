import { Modal } from '@mantine/core'
import type { GroupRow } from '#shared/contracts/chat.ts'
import { chatText } from './chat.text.ts'
import { useStartConversation } from './groups.api.ts'
import { PeoplePicker } from './PeoplePicker.tsx'

/** With one person: the conversation that is there, or a new one. */
export function StartDialog({ onDone, onClose }: { onDone: (group: GroupRow) => void; onClose: () => void }) {
  const start = useStartConversation()
  return (
    <Modal opened onClose={onClose} title={chatText.startConversation}>
      <PeoplePicker onPick={({ id }) => start.mutate(id, { onSuccess: onDone })} />
    </Modal>
  )
}
