import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { IconShieldCheck, IconShieldOff } from '@tabler/icons-react'
import { useState } from 'react'
import type { Account } from '#shared/contracts/account/account.schemas.ts'
import type { TwoFactorState } from '#shared/contracts/auth/two-factor.schemas.ts'
import { twoFactorText as text } from '#texts/two-factor.ts'
import settings from '#web/features/account/Settings.module.css'
import { formatDateTime } from '#web/lib/format/format.ts'
import { refetchQueriesOfTopics } from '#web/lib/query/query-client.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'
import styles from './TwoFactor.module.css'
import { useTwoFactorState } from './two-factor.api.ts'

const placeholder = <Skeleton height={220} radius={16} />
/** Set-up form for two-factor authentication, loaded lazily because of its large QR code library. */
const TwoFactorSetUp = createLazyOverlay(
  async () => (await import('./TwoFactorSetUp.tsx')).TwoFactorSetUp,
  placeholder,
)
const TurnOff = createLazyOverlay(
  async () => (await import('./TwoFactorForms.tsx')).TurnOffTwoFactorForm,
  placeholder,
)
const NewCodes = createLazyOverlay(
  async () => (await import('./TwoFactorForms.tsx')).ReplaceTwoFactorRecoveryCodesForm,
  placeholder,
)
const tasks = { on: TwoFactorSetUp, off: TurnOff, codes: NewCodes }

function TwoFactorStatus({ state, hasPassword }: { state: TwoFactorState; hasPassword: boolean }) {
  const Icon = state.isOn ? IconShieldCheck : IconShieldOff
  return (
    <Columns template="auto 1fr" gap={12} align="center">
      <span className={settings.icon} aria-hidden>
        <Icon size={22} stroke={1.6} />
      </span>
      <div>
        <Text size="sm" fw={600}>
          {state.since
            ? text.on({ day: formatDateTime(state.since) })
            : hasPassword
              ? text.off
              : text.noPassword}
        </Text>
        {state.isOn && (
          <Text size="sm" c="dimmed">
            {text.codesLeft({ count: state.codesLeft })}
          </Text>
        )}
      </div>
    </Columns>
  )
}

export function TwoFactorSettings({ account }: { account: Account }) {
  const { data: state, error, refetch } = useTwoFactorState()
  const [task, setTask] = useState<keyof typeof tasks>()
  const finishTask = () => {
    setTask(undefined)
    // The current user is reloaded after the recovery codes have been saved, because the reload closes the set-up page.
    void refetchQueriesOfTopics(['me'])
  }
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />
  if (!state) return <Skeleton height={92} radius={16} />
  if (task) {
    const Task = tasks[task]
    return <Task account={account} onDone={finishTask} onClose={() => setTask(undefined)} />
  }
  return (
    <Stack>
      <TwoFactorStatus state={state} hasPassword={account.hasPassword} />
      <div className={styles.actions}>
        {state.isOn && (
          <>
            <Button variant="default" onClick={() => setTask('codes')}>
              {text.newCodes}
            </Button>
            <Button variant="light" color="red" onClick={() => setTask('off')}>
              {text.turnOff}
            </Button>
          </>
        )}
        {!state.isOn && account.hasPassword && <Button onClick={() => setTask('on')}>{text.turnOn}</Button>}
      </div>
    </Stack>
  )
}
