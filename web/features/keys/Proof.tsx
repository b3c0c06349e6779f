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

interface Proved {
  proof: ProofBody
  /** Undefined: this device keeps nothing from which they could be opened. */
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
  onProved: (proved: Proved) => void
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

/** Before what an open browser alone must not be enough for. */
export function Proof({
  title,
  userId,
  onProved,
  onCancel,
}: {
  title: string
  userId: number
  onProved: (proved: Proved) => void
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

/** The same, and with it the keys themselves. A device from before seeds were kept has to be given its phrase once. */
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
    const settle = ({ proof: given, keys: open }: Proved) =>
      open ? onOpen({ proof: given, keys: open }) : setProof(given)
    return <Proof title={title} userId={userId} onProved={settle} onCancel={onCancel} />
  }
  return (
    <Step title={title}>
      <Text size="sm">{text.noSeed}</Text>
      <OpenByWay userId={userId} keys={keys} onOpen={open => onOpen({ proof, keys: open })}>
        <Button variant="subtle" onClick={onCancel}>
          {keysText.cancel}
        </Button>
      </OpenByWay>
    </Step>
  )
}
