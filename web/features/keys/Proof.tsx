import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Account } from '#shared/contracts/account.ts'
import type { MyKeys } from '#shared/contracts/keys.ts'
import { type ProofBody, proofBody } from '#shared/contracts/password.ts'
import type { OpenKeys } from '#web/lib/e2ee/seeds.ts'
import { useCheckedForm } from '#web/lib/use-checked-form.ts'
import { Confirmation, canConfirm } from '#web/ui/Confirmation.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import styles from './Keys.module.css'
import { type Opened, useAccount, useProve } from './keys.api.ts'
import { keysText, proofText as text } from './keys.text.ts'
import { OpenByWay } from './OpenByWay.tsx'
import { Step } from './Step.tsx'
import { Trouble } from './Trouble.tsx'

interface ReauthenticationResult {
  proof: ProofBody
  /** Unlocked keys; undefined when this device stores no seed. */
  keys: OpenKeys | undefined
}

function ProofForm({
  account,
  userId,
  onProved,
  onCancel,
}: {
  account: Account
  userId: number
  onProved: (proved: ReauthenticationResult) => void
  onCancel: () => void
}) {
  const proving = useProve(userId)
  const { form, errors, submit } = useCheckedForm({
    schema: proofBody,
    sending: proving,
    onSuccess: onProved,
  })
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <Stack>
        {!errors.currentPassword && <Trouble error={proving.error} />}
        <Confirmation account={account} error={errors.currentPassword} />
        <div className={styles.actions}>
          <Button type="submit" disabled={proving.isPending || !canConfirm(account)}>
            {proving.isPending ? text.submitting : text.submit}
          </Button>
          <Button variant="subtle" disabled={proving.isPending} onClick={onCancel}>
            {keysText.cancel}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

/** Re-authentication step before actions that an unattended browser must not allow. */
export function Proof({
  title,
  userId,
  onProved,
  onCancel,
}: {
  title: string
  userId: number
  onProved: (proved: ReauthenticationResult) => void
  onCancel: () => void
}) {
  const account = useAccount()
  if (account.error) return <ErrorState error={account.error} onRetry={() => account.refetch()} />
  return (
    <Step title={title}>
      <Text size="sm">{text.intro}</Text>
      {account.data ? (
        <ProofForm account={account.data} userId={userId} onProved={onProved} onCancel={onCancel} />
      ) : (
        <Skeleton height={120} radius={16} />
      )}
    </Step>
  )
}

/** Re-authenticates and unlocks the keys. A device without a stored seed asks for passkey or phrase in addition. */
export function OpenKeysStep({
  title,
  userId,
  keys,
  onOpen,
  onCancel,
}: {
  title: string
  userId: number
  keys: MyKeys
  onOpen: (opened: Opened) => void
  onCancel: () => void
}) {
  const [proof, setProof] = useState<ProofBody>()
  if (!proof) {
    const handleResult = ({ proof: newProof, keys: unlocked }: ReauthenticationResult) =>
      unlocked ? onOpen({ proof: newProof, keys: unlocked }) : setProof(newProof)
    return <Proof title={title} userId={userId} onProved={handleResult} onCancel={onCancel} />
  }
  return (
    <Step title={title}>
      <Text size="sm">{text.noSeed}</Text>
      <OpenByWay userId={userId} keys={keys} onOpen={unlocked => onOpen({ proof, keys: unlocked })}>
        <Button variant="subtle" onClick={onCancel}>
          {keysText.cancel}
        </Button>
      </OpenByWay>
    </Step>
  )
}
