import type { Card } from '#shared/e2ee/signed-public-keys.ts'
import type { VoterPorts } from './voter-ports.ts'

/**
 * Pins the identity keys of voters and trustees. The election's record on this device keeps which of them it saw for the
 * first time, because pinned keys count as known from then on.
 */
export async function pinPublicKeysOfVotersAndTrustees(
  { memory, compareCard, recordCards }: Pick<VoterPorts, 'memory' | 'compareCard' | 'recordCards'>,
  cards: Card[],
): Promise<void> {
  const first = cards.filter(card => compareCard(card) === 'first').map(({ sign }) => sign)
  if (first.length > 0)
    await memory.update(now => ({
      ...now,
      firstSeenKeys: [...new Set([...(now.firstSeenKeys ?? []), ...first])],
    }))
  await recordCards(cards)
}
