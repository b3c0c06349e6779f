import { messageText } from './message.text.ts'

/** To the clipboard, and says so. */
export function copyText(words: string, done: string): void {
  const say = async (kind: 'success' | 'failure', words: string) => {
    const { showToast } = await import('#web/lib/toast.ts')
    await showToast(kind, words)
  }
  navigator.clipboard.writeText(words).then(
    () => say('success', done),
    () => say('failure', messageText.copyFailed),
  )
}
