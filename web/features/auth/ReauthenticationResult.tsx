import { Alert, Card } from '@mantine/core'
import { useEffect } from 'react'
import type { GoogleSignInNotice } from '#shared/constants.ts'
import { reauthenticationResultText as text } from '#texts/reauthentication.ts'
import { reauthenticationChannel } from '#web/lib/http/reauthentication.ts'
import { SuccessMessage } from '#web/ui/feedback/ResultMessages.tsx'

/** Page after re-authentication with Google. It notifies the waiting browser tab and closes itself if possible. */
export function ReauthenticationResult({ failure }: { failure?: GoogleSignInNotice }) {
  useEffect(() => {
    if (failure) return
    const channel = new BroadcastChannel(reauthenticationChannel)
    channel.postMessage('shown')
    channel.close()
    window.close()
  }, [failure])
  return (
    <Card padding="xl">
      {failure ? (
        <Alert color="red" role="alert">
          {failure === 'unavailable' ? text.unavailable : text.failed}
        </Alert>
      ) : (
        <SuccessMessage message={text.done} />
      )}
    </Card>
  )
}
