import { Alert, Card } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { GoogleSignInNotice } from '#shared/constants.ts'
import { reauthenticationResultText as text } from '#texts/reauthentication.ts'
import { reauthenticationChannel } from '#web/lib/http/reauthentication.ts'
import { ContentPlaceholderMessage } from '#web/ui/feedback/ContentPlaceholderMessage.tsx'

/** Page after re-authentication with Google. It notifies the waiting browser tab and closes itself if possible. */
export function ReauthenticationResult({ failure }: { failure?: GoogleSignInNotice }) {
  useEffect(() => {
    if (failure) return
    const channel = new BroadcastChannel(reauthenticationChannel)
    channel.postMessage('shown')
    channel.close()
    window.close()
  }, [failure])
  if (failure)
    return (
      <Alert color="red" role="alert">
        {failure === 'unavailable' ? text.unavailable : text.failed}
      </Alert>
    )
  return (
    <Card padding="sm" role="status">
      <ContentPlaceholderMessage
        icon={<IconCheck size={44} stroke={1.6} aria-hidden />}
        title={text.done}
        text={text.close}
      />
    </Card>
  )
}
