import { useParams } from '@tanstack/react-router'
import { PrintableMembershipCards } from '#web/features/cards/PrintableMembershipCards.tsx'
import { parseId } from '#web/lib/form/search-parameters.ts'
import { NotFoundScreen } from '#web/shell/errors/NotFoundScreen.tsx'

export function ClubMembershipCardsPage() {
  const id = parseId(useParams({ from: '/shell/clubs/$id/cards' }).id)
  return id === undefined ? <NotFoundScreen /> : <PrintableMembershipCards key={id} clubId={id} />
}
