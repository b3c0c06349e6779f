// Passkey autofill: while the login page is open, the browser offers the user's passkeys in the email field.
// The browser's passkey request starts after a delay and ends on unmount or when `isEnabled` turns false.
import { useEffect } from 'react'
import { authText } from '#texts/sign-in.ts'
import { ApiError, getErrorMessageForUser } from '#web/lib/http/api.ts'
import { replaceSignedInUserInCache } from './auth.api.ts'

/**
 * Delay in ms before the code for passkeys is loaded, so that it does not slow down the login page on a slow network.
 */
const promptDelay = 1500

async function checkAutofillSupport(): Promise<boolean> {
  const credential = globalThis.PublicKeyCredential
  return (await credential?.isConditionalMediationAvailable?.()) ?? false
}

/** Offers the user's passkeys in the autofill of the login form and signs in with the selected passkey. */
export function usePasskeyAutofill(
  isEnabled: boolean,
  onSuccess: () => void,
  onFailure: (reason: string) => void,
): void {
  useEffect(() => {
    if (!isEnabled) return
    let isCancelled = false
    let cancelPrompt = () => {}
    const waitForPasskey = async () => {
      if (!(await checkAutofillSupport()) || isCancelled) return
      const { signInByPasskey, cancelPasskeyPrompt: stopWaiting } = await import(
        '#web/lib/session/sign-in-passkey.ts'
      )
      if (isCancelled) return
      cancelPrompt = stopWaiting
      try {
        const user = await signInByPasskey({ isQuiet: true })
        if (isCancelled) return
        replaceSignedInUserInCache(user)
        onSuccess()
      } catch (error) {
        // Failures of the browser's passkey prompt are ignored, because the user can still sign in with the form.
        if (!isCancelled && error instanceof ApiError)
          onFailure(getErrorMessageForUser(error, authText.failed))
      }
    }
    const timer = setTimeout(() => void waitForPasskey().catch(() => {}), promptDelay)
    return () => {
      isCancelled = true
      clearTimeout(timer)
      cancelPrompt()
    }
  }, [isEnabled, onSuccess, onFailure])
}
