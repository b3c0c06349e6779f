import { useEffect } from 'react'
import { ApiError, failureText } from '#web/lib/api.ts'
import { begin } from './auth.api.ts'
import { authText } from './auth.text.ts'

/** How long it is put off, so that over a bad network nothing the page needs first waits behind it (ms). */
const patience = 1500

async function canWait(): Promise<boolean> {
  const credential = globalThis.PublicKeyCredential
  return (await credential?.isConditionalMediationAvailable?.()) ?? false
}

/** While the login screen is open, the browser offers one's passkeys among what it fills in. */
export function useQuietPasskey(
  isWanted: boolean,
  onSuccess: () => void,
  onRefused: (why: string) => void,
): void {
  useEffect(() => {
    if (!isWanted) return
    let isOver = false
    let stop = () => {}
    const wait = async () => {
      if (!(await canWait()) || isOver) return
      const { signInByPasskey, stopWaiting } = await import('#web/lib/sign-in-passkey.ts')
      if (isOver) return
      stop = stopWaiting
      try {
        const user = await signInByPasskey({ isQuiet: true })
        if (isOver) return
        begin(user)
        onSuccess()
      } catch (error) {
        // Whatever else ended it, the form is there.
        if (!isOver && error instanceof ApiError) onRefused(failureText(error, authText.failed))
      }
    }
    const timer = setTimeout(() => void wait().catch(() => {}), patience)
    return () => {
      isOver = true
      clearTimeout(timer)
      stop()
    }
  }, [isWanted, onSuccess, onRefused])
}
