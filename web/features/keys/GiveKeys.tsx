import { Button, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import * as z from 'zod/mini'
import { type Asker, findAsker, giveKeys } from '#web/lib/e2ee/linking.ts'
import { useCheckedForm } from '#web/lib/use-checked-form.ts'
import { Done } from '#web/ui/Done.tsx'
import styles from './Keys.module.css'
import type { Opened } from './keys.api.ts'
import { keysText, giveText as text } from './keys.text.ts'
import { Step } from './Step.tsx'
import { Trouble } from './Trouble.tsx'

const QrScanner = lazy(async () => ({ default: (await import('#web/ui/QrScanner.tsx')).QrScanner }))

const schema = z.object({ digits: z.string().check(z.trim(), z.minLength(1, text.missing)) })

/** Finds the linking request of a new device by its code. `userId`: only requests of this user are found. */
function FindDeviceStep({
  userId,
  onFound,
  onCancel,
}: {
  userId: number
  onFound: (asker: Asker) => void
  onCancel: () => void
}) {
  const finding = useMutation({
    mutationFn: ({ digits }: { digits: string }) => findAsker(userId, digits),
    gcTime: 0,
  })
  const { form, errors, submit } = useCheckedForm({ schema, sending: finding, onSuccess: onFound })
  return (
    <Step title={text.title}>
      <Text size="sm">{text.intro}</Text>
      <Suspense fallback={<Skeleton height={220} radius={16} />}>
        <QrScanner
          refused={text.noCamera}
          onFound={digits => finding.mutate({ digits }, { onSuccess: onFound })}
        />
      </Suspense>
      <form ref={form} noValidate onSubmit={submit}>
        <Stack>
          <Trouble error={finding.error} />
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
    </Step>
  )
}

/** Linking on the device with the keys: finds the new device, shows its name and asks before sending the keys. */
export function GiveKeys({ opened, onDone }: { opened: Opened; onDone: () => void }) {
  const [asker, setAsker] = useState<Asker>()
  const giving = useMutation({
    mutationFn: (to: Asker) => giveKeys(to, opened.keys),
    gcTime: 0,
  })
  if (!asker) {
    return <FindDeviceStep userId={opened.keys.identity.card.userId} onFound={setAsker} onCancel={onDone} />
  }
  if (giving.isSuccess) {
    return (
      <Stack>
        <Done title={text.given} message={text.givenTo(asker.link.name)} />
        <div className={styles.actions}>
          <Button onClick={onDone}>{text.finish}</Button>
        </div>
      </Stack>
    )
  }
  return (
    <Step title={text.question(asker.link.name)}>
      <Text size="sm">{text.consequence}</Text>
      <Trouble error={giving.error} />
      <div className={styles.actions}>
        <Button disabled={giving.isPending} onClick={() => giving.mutate(asker)}>
          {giving.isPending ? text.giving : text.give}
        </Button>
        <Button variant="subtle" disabled={giving.isPending} onClick={onDone}>
          {keysText.cancel}
        </Button>
      </div>
    </Step>
  )
}
