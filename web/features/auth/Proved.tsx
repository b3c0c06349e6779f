import { Alert, Card } from '@mantine/core'
import { useEffect } from 'react'
import type { GoogleNotice } from '#shared/constants.ts'
import { proofChannel } from '#web/lib/proof.ts'
import { Done } from '#web/ui/Done.tsx'
import { provedText as text } from './proof.text.ts'

/** Page after re-authentication with Google. It notifies the waiting tab and closes itself if the browser allows it. */
export function Proved({ failure }: { failure?: GoogleNotice }) {
  useEffect(() => {
    if (failure) return
    const channel = new BroadcastChannel(proofChannel)
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
        <Done message={text.done} />
      )}
    </Card>
  )
}
