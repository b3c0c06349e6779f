import { Text } from '@mantine/core'
import { useState } from 'react'
import type { Identity } from '#web/lib/e2ee/identity.ts'
import { usePublishAgain } from './keys.api.ts'
import { behindText as text } from './keys.text.ts'
import { Proof } from './Proof.tsx'
import { Trouble } from './Trouble.tsx'

/** Publishes this device's keys again when a restored server has older ones. */
export function PublishAgain({ identity }: { identity: Identity }) {
  const publishing = usePublishAgain(identity)
  const [round, setRound] = useState(0)
  return (
    <>
      <Text size="sm" mb="md">
        {text.intro}
      </Text>
      <Trouble error={publishing.error} />
      <Proof
        key={round}
        title={text.title}
        userId={identity.card.userId}
        onProved={({ proof }) => publishing.mutate(proof)}
        onCancel={() => setRound(round + 1)}
      />
    </>
  )
}
