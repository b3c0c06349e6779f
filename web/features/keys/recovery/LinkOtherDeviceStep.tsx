import { Button, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import * as z from 'zod/mini'
import { keysText, linkOtherDeviceText as text } from '#texts/keys.ts'
import { EncryptionKeyWizardStep } from '#web/features/keys/EncryptionKeyWizardStep.tsx'
import { KeyErrorAlert } from '#web/features/keys/KeyErrorAlert.tsx'
import styles from '#web/features/keys/Keys.module.css'
import type { ReauthenticatedKeys } from '#web/features/keys/keys.api.ts'
import {
  type FoundLinkRequest,
  findDeviceLinkRequestByEnteredCode,
  sendKeysToDeviceFoundByLinkDigits,
} from '#web/lib/e2ee/keys/device-linking.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { lazyLoadComponentAndTexts } from '#web/lib/language/lazy-parts.ts'
import { SuccessMessage } from '#web/ui/feedback/ResultMessages.tsx'

const QrScanner = lazyLoadComponentAndTexts(
  async () => (await import('#web/ui/media/QrScanner.tsx')).QrScanner,
)

const schema = z.object({ digits: z.string().check(z.trim(), z.minLength(1, { error: () => text.missing })) })

/** Form that finds a new device by its code. Only devices of the user `userId` are considered. */
function FindDeviceStep({
  userId,
  onFound,
  onCancel,
}: {
  userId: number
  onFound: (asker: FoundLinkRequest) => void
  onCancel: () => void
}) {
  const finding = useMutation({
    mutationFn: ({ digits }: { digits: string }) => findDeviceLinkRequestByEnteredCode(userId, digits),
    gcTime: 0,
  })
  const { form, errors, submit } = useValidatedForm({ schema, sending: finding, onSuccess: onFound })
  return (
    <EncryptionKeyWizardStep title={text.title}>
      <Text size="sm">{text.intro}</Text>
      <Suspense fallback={<Skeleton height={220} radius={16} />}>
        <QrScanner
          refused={text.noCamera}
          onFound={digits => finding.mutate({ digits }, { onSuccess: onFound })}
        />
      </Suspense>
      <form ref={form} noValidate onSubmit={submit}>
        <Stack>
          <KeyErrorAlert error={finding.error} />
          <TextInput
            name="digits"
            label={text.digits}
            description={text.digitsHelp}
            error={errors.digits}
            inputMode="numeric"
            autoComplete="off"
          />
          <div className={styles.actions}>
            <Button type="submit" disabled={finding.isPending}>
              {finding.isPending ? text.finding : text.find}
            </Button>
            <Button variant="subtle" onClick={onCancel}>
              {keysText.cancel}
            </Button>
          </div>
        </Stack>
      </form>
    </EncryptionKeyWizardStep>
  )
}

/**
 * Links a new device from a device with keys: finds the new device, shows its name and asks before sending the keys.
 */
export function LinkOtherDeviceStep({ opened, onDone }: { opened: ReauthenticatedKeys; onDone: () => void }) {
  const [asker, setAsker] = useState<FoundLinkRequest>()
  const giving = useMutation({
    mutationFn: (to: FoundLinkRequest) => sendKeysToDeviceFoundByLinkDigits(to, opened.keys),
    gcTime: 0,
  })
  if (!asker) {
    return <FindDeviceStep userId={opened.keys.identity.card.userId} onFound={setAsker} onCancel={onDone} />
  }
  if (giving.isSuccess) {
    return (
      <Stack>
        <SuccessMessage title={text.given} message={text.givenTo({ name: asker.link.name })} />
        <div className={styles.actions}>
          <Button onClick={onDone}>{text.finish}</Button>
        </div>
      </Stack>
    )
  }
  return (
    <EncryptionKeyWizardStep title={text.question({ name: asker.link.name })}>
      <Text size="sm">{text.consequence}</Text>
      <KeyErrorAlert error={giving.error} />
      <div className={styles.actions}>
        <Button disabled={giving.isPending} onClick={() => giving.mutate(asker)}>
          {giving.isPending ? text.giving : text.give}
        </Button>
        <Button variant="subtle" disabled={giving.isPending} onClick={onDone}>
          {keysText.cancel}
        </Button>
      </div>
    </EncryptionKeyWizardStep>
  )
}
