import { useParams } from '@tanstack/react-router'
import { PrintableMembershipCards } from '#web/features/cards/PrintableMembershipCards.tsx'
import { parseId } from '#web/lib/form/search-parameters.ts'
import { NotFound } from '#web/shell/errors/NotFound.tsx'

export function ClubMembershipCardsPage() {
  const id = parseId(useParams({ from: '/shell/clubs/$id/cards' }).id)
  return id === undefined ? <NotFound /> : <PrintableMembershipCards key={id} clubId={id} />
}
