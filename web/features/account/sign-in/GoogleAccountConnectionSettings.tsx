import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconBrandGoogle } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import type { Account } from '#shared/contracts/account/account.schemas.ts'
import { googleText as text } from '#texts/google-account.ts'
import { ReauthenticationForm } from '#web/features/account/security/ReauthenticationForm.tsx'
import { getErrorMessageForUser } from '#web/lib/http/api.ts'
import { googleConnectUrl, useConnectGoogle, useDisconnectGoogle } from './google.api.ts'

const getConnectGoogleLabels = () => ({
  working: text.working,
  cancel: text.cancel,
  title: text.connectTitle,
  intro: text.connectIntro,
  submit: text.connectSubmit,
})
const getDisconnectGoogleLabels = () => ({
  working: text.working,
  cancel: text.cancel,
  title: text.disconnectTitle,
  intro: text.disconnectIntro,
  submit: text.disconnect,
})
const getGoogleErrorText = (error: Error) => getErrorMessageForUser(error, text.failed)

/** Connects or disconnects a Google account. Users without a password cannot disconnect it. */
export function GoogleAccountConnectionSettings({ account }: { account: Account }) {
  const [task, setTask] = useState<'connect' | 'disconnect'>()
  const connect = useConnectGoogle()
  const disconnect = useDisconnectGoogle()
  const { search } = useLocation()
  const outcome = 'google' in search ? search.google : undefined
  const cancelGoogleTask = () => setTask(undefined)
  if (task === 'connect') {
    const goToGoogle = () => window.location.assign(googleConnectUrl)
    return (
      <ReauthenticationForm
        {...{ account, getErrorText: getGoogleErrorText }}
        labels={getConnectGoogleLabels()}
        sending={connect}
        onDone={goToGoogle}
        onCancel={cancelGoogleTask}
      />
    )
  }
  if (task === 'disconnect') {
    return (
      <ReauthenticationForm
        {...{ account, getErrorText: getGoogleErrorText }}
        labels={getDisconnectGoogleLabels()}
        sending={disconnect}
        isDangerous
        onDone={cancelGoogleTask}
        onCancel={cancelGoogleTask}
      />
    )
  }
  const { hasGoogle, hasPassword } = account
  return (
    <Stack align="flex-start">
      {outcome !== undefined && !hasGoogle && (
        <Alert color="emas" role="alert">
          {outcome === 'unavailable' ? text.unavailable : text.notDone}
        </Alert>
      )}
      <Group gap={8} wrap="nowrap">
        <IconBrandGoogle size={20} aria-hidden />
        <Text size="sm">{hasGoogle ? text.connected : text.notConnected}</Text>
      </Group>
      {!hasGoogle && <Button onClick={() => setTask('connect')}>{text.connect}</Button>}
      {hasGoogle && hasPassword && (
        <Button variant="light" color="red" onClick={() => setTask('disconnect')}>
          {text.disconnect}
        </Button>
      )}
      {hasGoogle && !hasPassword && (
        <Text size="sm" c="dimmed">
          {text.setPasswordFirst}
        </Text>
      )}
    </Stack>
  )
}
