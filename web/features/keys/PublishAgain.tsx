import { Text } from '@mantine/core'
import { useState } from 'react'
import type { Identity } from '#web/lib/e2ee/identity.ts'
import { useRepublishKeys } from './keys.api.ts'
import { republishText as text } from './keys.text.ts'
import { Reauthentication } from './Proof.tsx'
import { KeyErrorAlert } from './Trouble.tsx'

/** Publishes this device's keys again when a restored server has older ones. */
export function RepublishKeys({ identity }: { identity: Identity }) {
  const publishing = useRepublishKeys(identity)
  const [round, setRound] = useState(0)
  return (
    <>
      <Text size="sm" mb="md">
        {text.intro}
      </Text>
      <KeyErrorAlert error={publishing.error} />
      <Reauthentication
        key={round}
        title={text.title}
        userId={identity.card.userId}
        onProved={({ proof }) => publishing.mutate(proof)}
        onCancel={() => setRound(round + 1)}
      />
    </>
  )
}
