import { Text } from '@mantine/core'
import { useState } from 'react'
import { republishText as text } from '#texts/keys.ts'
import { KeyErrorAlert } from '#web/features/keys/KeyErrorAlert.tsx'
import { useRepublishEncryptionKeys } from '#web/features/keys/keys.api.ts'
import { ReauthenticationStep } from '#web/features/keys/recovery/ReauthenticationStep.tsx'
import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'

/** Publishes this device's encryption keys again if the server, restored from a backup, has older ones. */
export function RepublishKeysPanel({ identity }: { identity: Identity }) {
  const publishing = useRepublishEncryptionKeys(identity)
  const [round, setRound] = useState(0)
  return (
    <>
      <Text size="sm" mb="md">
        {text.intro}
      </Text>
      <KeyErrorAlert error={publishing.error} />
      <ReauthenticationStep
        key={round}
        title={text.title}
        userId={identity.card.userId}
        onProved={({ proof }) => publishing.mutate(proof)}
        onCancel={() => setRound(round + 1)}
      />
    </>
  )
}
