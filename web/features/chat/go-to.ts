import type { Conversation } from './conversation.ts'

/** It may take a few pictures until what was loaded is drawn. */
function show(seq: number, tries: number): void {
  requestAnimationFrame(() => {
    const element = document.querySelector(`#message-${seq}`)
    if (!element && tries > 0) return show(seq, tries - 1)
    element?.scrollIntoView({ block: 'center' })
    element?.animate([{ opacity: 0.2 }, { opacity: 1 }], 600)
  })
}

/** Shows one message, wherever it stands; false when it cannot be reached. */
export async function goTo(conversation: Conversation, seq: number): Promise<boolean> {
  if (!(await conversation.loadBackTo(seq))) return false
  show(seq, 20)
  return true
}
