import { Button, Stack, Text } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Card } from '#shared/e2ee/signed-public-keys.ts'
import { encryptionText as text } from '#texts/encryption.ts'
import styles from '#web/features/chat/Chat.module.css'
import type { EncryptedGroup } from '#web/lib/e2ee/group/encrypted-group.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import { useStoreState } from '#web/lib/state/store.ts'
import { useAcceptChangedEncryptionKeysOfMember, useMarkMemberKeyVerified } from './encryption.api.ts'
import { SafetyCodeScanner } from './SafetyCodeScanner.tsx'

/**
 * Safety number that two users compare aloud to verify each other's keys. The user's own half is computed from the
 * signed public keys stored on this device, never from a signed member list. The other user's half is computed from new
 * public keys that await confirmation, or else from the pinned keys.
 */
export function SafetyNumberPanel({
  group,
  userId,
  name,
  offered,
  isOnColour = false,
  isBlocked = false,
}: {
  group: EncryptedGroup
  userId: number
  name: string
  offered?: Card
  isOnColour?: boolean
  /** Whether the user has blocked the other user. The button for key verification is then less prominent. */
  isBlocked?: boolean
}) {
  const pin = useStoreState(group.trust).pins[userId]
  const card = offered ?? pin?.next ?? pin?.card
  const ownCard = group.ownCard
  const verify = useMarkMemberKeyVerified(group)
  const acceptNext = useAcceptChangedEncryptionKeysOfMember(group)
  const { data } = useQuery({
    queryKey: ['safety', ownCard.sign, card?.sign],
    queryFn: async () => {
      const { computeSafetyNumber: safetyNumber } = await import('#web/lib/e2ee/crypto/safety-numbers.ts')
      return card ? safetyNumber(ownCard, card) : ''
    },
  })
  if (!card || !data) return null
  const isVerified = pin?.verifiedAt !== undefined && pin.card.sign === card.sign && !pin.conflict
  const isNext = pin?.next !== undefined && pin.next.sign === card.sign
  return (
    <Stack gap={10} maw={420}>
      <Text size="sm" fw={600} mt={12} mb={-4}>
        {text.safetyNumber}
      </Text>
      <p className={styles.digits}>{data}</p>
      <Text size="sm" c={isOnColour ? undefined : 'dimmed'}>
        {text.safetyHint({ name })}
      </Text>
      {!isVerified && (
        <SafetyCodeScanner
          ownCard={ownCard}
          theirCard={card}
          name={name}
          isOnColour={isOnColour}
          onSame={() => verify.mutate(card)}
        />
      )}
      {isVerified ? (
        <Text size="sm" className={styles.verified}>
          <IconShieldCheck size={16} aria-hidden />{' '}
          {text.isVerified({ moment: formatDateTime(new Date(pin.verifiedAt ?? 0).toISOString()) })}
        </Text>
      ) : (
        <Button
          h={44}
          variant={isOnColour ? 'white' : isBlocked ? 'default' : 'filled'}
          loading={verify.isPending}
          onClick={() => verify.mutate(card)}
        >
          {text.verify}
        </Button>
      )}
      {isNext && (
        <Button
          h={44}
          variant="subtle"
          loading={acceptNext.isPending}
          onClick={() => acceptNext.mutate(userId)}
        >
          {text.acceptNext}
        </Button>
      )}
    </Stack>
  )
}
