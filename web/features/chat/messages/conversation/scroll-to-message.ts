import type { Conversation } from './conversation.ts'

/** Scrolls to a message; retries for some animation frames until the loaded message is rendered. */
function scrollWhenMessageIsRendered(seq: number, tries: number): void {
  requestAnimationFrame(() => {
    const element = document.querySelector(`#message-${seq}`)
    if (!element && tries > 0) return scrollWhenMessageIsRendered(seq, tries - 1)
    element?.scrollIntoView({ block: 'center' })
    element?.animate([{ opacity: 0.2 }, { opacity: 1 }], 600)
  })
}

/** Loads a message, if needed, and scrolls to it. Returns false when it cannot be loaded. */
export async function scrollToMessage(conversation: Conversation, seq: number): Promise<boolean> {
  if (!(await conversation.loadBackTo(seq))) return false
  scrollWhenMessageIsRendered(seq, 20)
  return true
}
