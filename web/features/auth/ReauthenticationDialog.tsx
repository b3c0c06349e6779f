// Dialog for a recent re-authentication. The request that requires the re-authentication waits for the user.
// After a successful re-authentication the waiting request is repeated. After cancelling, the request fails.
import { Button, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { IconBrandGoogle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { ReauthenticationMethods } from '#shared/contracts/auth/reauthentication.schemas.ts'
import { reauthenticationText as text } from '#texts/reauthentication.ts'
import { reauthenticationChannel, reauthenticationRequest } from '#web/lib/http/reauthentication.ts'
import { useStoreState } from '#web/lib/state/store.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { OrDivider } from '#web/ui/layout/OrDivider.tsx'
import {
  PasskeyReauthentication,
  PasswordReauthentication,
  SecondFactorCodeReauthentication,
  stopEscapePropagation,
} from './ReauthenticationForms.tsx'
import { googleReauthenticationUrl, useReauthenticationMethods } from './reauthentication.api.ts'

/** Re-authenticates with Google, for users without another method. `onReturn` is called when the user returns. */
function GoogleReauthentication({ onReturn }: { onReturn: () => void }) {
  useEffect(() => {
    const channel = new BroadcastChannel(reauthenticationChannel)
    channel.onmessage = onReturn
    window.addEventListener('focus', onReturn)
    return () => {
      channel.close()
      window.removeEventListener('focus', onReturn)
    }
  }, [onReturn])
  return (
    <Stack gap="xs">
      <Button
        variant="default"
        leftSection={<IconBrandGoogle size={18} aria-hidden />}
        data-autofocus
        onClick={() => window.open(googleReauthenticationUrl)}
        {...stopEscapePropagation}
      >
        {text.google}
      </Button>
      <Text size="sm" c="dimmed">
        {text.googleHelp}
      </Text>
    </Stack>
  )
}

function ReauthenticationMethodForms({
  methods,
  onReauthenticated,
  onRefresh,
}: {
  methods: ReauthenticationMethods
  onReauthenticated: () => void
  onRefresh: () => void
}) {
  const { hasPassword, hasCode, hasGoogle } = methods
  const hasPasskey = methods.hasPasskey && 'PublicKeyCredential' in globalThis
  const [isCodeChosen, setIsCodeChosen] = useState(!hasPassword)
  if (hasGoogle) return <GoogleReauthentication onReturn={onRefresh} />
  if (!hasPasskey && !hasPassword && !hasCode) return <Text size="sm">{text.none}</Text>
  return (
    <Stack>
      {hasPasskey && <PasskeyReauthentication onReauthenticated={onReauthenticated} />}
      {hasPasskey && (hasPassword || hasCode) && <OrDivider>{text.or}</OrDivider>}
      {isCodeChosen && hasCode && <SecondFactorCodeReauthentication onReauthenticated={onReauthenticated} />}
      {!isCodeChosen && hasPassword && <PasswordReauthentication onReauthenticated={onReauthenticated} />}
      {hasPassword && hasCode && (
        <Button variant="subtle" onClick={() => setIsCodeChosen(!isCodeChosen)} {...stopEscapePropagation}>
          {isCodeChosen ? text.usePassword : text.useCode}
        </Button>
      )}
    </Stack>
  )
}

function ReauthenticationDialogContent({
  isForced,
  settle,
}: {
  isForced: boolean
  settle: (isReauthenticated: boolean) => void
}) {
  const { data, error, refetch } = useReauthenticationMethods()
  // When the user has re-authenticated in another tab, this dialog closes and the waiting request continues.
  const isReauthenticated = !isForced && (data?.isProved ?? false)
  useEffect(() => {
    if (isReauthenticated) settle(true)
  }, [isReauthenticated, settle])
  return (
    <Stack>
      <Text size="sm">{text.intro}</Text>
      {error && <ErrorState error={error} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton height={120} radius={16} />}
      {data && !isReauthenticated && (
        <ReauthenticationMethodForms
          methods={data}
          onReauthenticated={() => settle(true)}
          onRefresh={() => void refetch()}
        />
      )}
      <Button variant="default" onClick={() => settle(false)} {...stopEscapePropagation}>
        {text.cancel}
      </Button>
    </Stack>
  )
}

/** Dialog that asks the user to re-authenticate when an action requires it. Otherwise renders nothing. */
export function ReauthenticationDialog() {
  const request = useStoreState(reauthenticationRequest)
  if (!request) return null
  const cancelReauthentication = () => request.settle(false)
  return (
    <Modal
      opened
      onClose={cancelReauthentication}
      title={text.title}
      size="sm"
      zIndex={400}
      closeOnEscape={false}
      withCloseButton={false}
      onKeyDown={event => {
        if (event.key === 'Escape') cancelReauthentication()
      }}
    >
      <ReauthenticationDialogContent isForced={request.isForced} settle={request.settle} />
    </Modal>
  )
}
