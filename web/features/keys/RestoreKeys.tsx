import { Button, Divider, Text } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import type { MyKeys } from '#shared/contracts/keys.ts'
import type { Card } from '#shared/e2ee/card.ts'
import type { Identity } from '#web/lib/e2ee/identity.ts'
import { passkeysOf } from '#web/lib/e2ee/my-keys.ts'
import { HelpLink } from './HelpLink.tsx'
import styles from './Keys.module.css'
import { useMayAddPasskey, type usePrepareKeys, useRestoreKeys } from './keys.api.ts'
import { restoreText as text } from './keys.text.ts'
import { PasskeyOffer } from './PasskeyOffer.tsx'
import { PhraseForm } from './PhraseForm.tsx'
import { RenewButton } from './RenewButton.tsx'
import { Step } from './Step.tsx'

/** Somebody whose keys are elsewhere. `isRenewed`: this device still has those that came before. */
export function RestoreKeys({
  keys,
  card,
  isRenewed,
  preparing,
  onReady,
}: {
  keys: MyKeys
  card: Card
  isRenewed: boolean
  preparing: ReturnType<typeof usePrepareKeys>
  onReady: (identity: Identity) => void
}) {
  const restoring = useRestoreKeys(card.userId, keys)
  const { data: knowsPasskeys } = useMayAddPasskey()
  const opened = restoring.data?.opened
  if (opened && restoring.data?.mayAdd) {
    return <PasskeyOffer opened={opened} onDone={() => onReady(opened.identity)} />
  }
  const finish = (answer: NonNullable<typeof restoring.data>) => {
    if (!answer.mayAdd) onReady(answer.opened.identity)
  }
  const isAsking = restoring.isPending && restoring.variables.phrase === undefined
  return (
    <Step title={text.title} isFirst>
      <Text size="sm">{isRenewed ? text.renewed : text.intro}</Text>
      <PhraseForm sending={restoring} labels={text} onSuccess={finish}>
        {knowsPasskeys && passkeysOf(keys).length > 0 && (
          <Button
            variant="default"
            leftSection={<IconFingerprint size={18} aria-hidden />}
            disabled={restoring.isPending}
            onClick={() => restoring.mutate({}, { onSuccess: finish })}
          >
            {isAsking ? text.askingPasskey : text.byPasskey}
          </Button>
        )}
      </PhraseForm>
      <Divider />
      <div className={styles.foot}>
        <RenewButton
          label={text.lost}
          variant="subtle"
          isLost={!isRenewed}
          gen={card.gen + 1}
          preparing={preparing}
        />
        <HelpLink />
      </div>
    </Step>
  )
}
