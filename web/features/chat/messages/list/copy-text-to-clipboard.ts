import { messageText } from '#texts/messages.ts'

/** Copies text to the clipboard and shows a toast with the result. */
export function copyTextToClipboard(value: string, successText: string): void {
  const showResult = async (kind: 'success' | 'failure', toastText: string) => {
    const { showToast } = await import('#web/lib/query/toast.ts')
    await showToast(kind, toastText)
  }
  navigator.clipboard.writeText(value).then(
    () => showResult('success', successText),
    () => showResult('failure', messageText.copyFailed),
  )
}
