import type { Conversation } from './conversation.ts'

/** Shows one message, wherever it stands; false when it cannot be reached. */
export async function goTo(conversation: Conversation, seq: number): Promise<boolean> {
  if (!(await conversation.loadBackTo(seq))) return false
  requestAnimationFrame(() => {
    const element = document.querySelector(`#message-${seq}`)
    element?.scrollIntoView({ block: 'center' })
    element?.animate([{ opacity: 0.2 }, { opacity: 1 }], 600)
  })
  return true
}
