import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { WrapRow } from '#shared/contracts/keys.ts'
import type { ProofBody } from '#shared/contracts/password.ts'
import styles from './Keys.module.css'
import { useRemoveWay } from './keys.api.ts'
import { keysText, removeText as text } from './keys.text.ts'
import { Proof } from './Proof.tsx'
import { Step } from './Step.tsx'
import { Trouble } from './Trouble.tsx'

/** Removes a recovery method after re-authentication. `isLast`: only this device would have the keys afterwards. */
export function RemoveWay({
  userId,
  way,
  isLast,
  onDone,
}: {
  userId: number
  way: WrapRow
  isLast: boolean
  onDone: () => void
}) {
  const [proof, setProof] = useState<ProofBody>()
  const removing = useRemoveWay(way.id)
  const title = way.kind === 'phrase' ? text.phrase : text.passkey
  if (!proof) {
    return (
      <Proof title={title} userId={userId} onProved={proved => setProof(proved.proof)} onCancel={onDone} />
    )
  }
  return (
    <Step title={title}>
      <Text size="sm">{isLast ? text.last : text.other}</Text>
      <Trouble error={removing.error} />
      <div className={styles.actions}>
        <Button
          color="red"
          disabled={removing.isPending}
          onClick={() => removing.mutate(proof, { onSuccess: onDone })}
        >
          {removing.isPending ? text.submitting : text.submit}
        </Button>
        <Button variant="subtle" disabled={removing.isPending} onClick={onDone}>
          {keysText.cancel}
        </Button>
      </div>
    </Step>
  )
}
